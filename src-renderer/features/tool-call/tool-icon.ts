import {
  AppWindow,
  Camera,
  Code,
  Eye,
  FileText,
  Globe,
  Hand,
  Hourglass,
  Keyboard,
  ListChecks,
  MousePointerClick,
  Move,
  Network,
  Search,
  Terminal,
  TextCursorInput,
  Upload,
  Wrench,
  type LucideIcon,
} from "lucide-react";

const icons: Readonly<Record<string, LucideIcon>> = {
  browser_navigate: Globe,
  browser_navigate_back: Globe,
  browser_navigate_forward: Globe,
  browser_reload: Globe,
  browser_snapshot: Eye,
  browser_find: Search,
  browser_take_screenshot: Camera,
  browser_click: MousePointerClick,
  browser_mouse_click_xy: MousePointerClick,
  browser_hover: MousePointerClick,
  browser_check: MousePointerClick,
  browser_uncheck: MousePointerClick,
  browser_drag: Move,
  browser_drop: Upload,
  browser_type: TextCursorInput,
  browser_press_sequentially: TextCursorInput,
  browser_fill_form: TextCursorInput,
  browser_press_key: Keyboard,
  browser_select_option: ListChecks,
  browser_file_upload: Upload,
  browser_evaluate: Code,
  browser_run_code_unsafe: Code,
  browser_wait_for: Hourglass,
  browser_console_messages: Terminal,
  browser_network_requests: Network,
  browser_network_request: Network,
  browser_pdf_save: FileText,
  read: FileText,
  ask_person: Hand,
};

/** The sign of what a tool does. */
export function iconOfTool(tool: string): LucideIcon {
  const own = Object.hasOwn(icons, tool) ? icons[tool] : undefined;
  return own ?? (tool.startsWith("browser_") ? AppWindow : Wrench);
}
