import type { Risk } from "../../src-preload/model/approval.ts";

/** What a browser tool works on: the page that is open, an address it is given, or more than one page. */
export type Reach = "page" | "address" | "beyond";

export interface ToolRisk {
  readonly risk: Risk;
  readonly reach: Reach;
}

/** Looks at the page, or changes nothing but how the app's own browser shows it. */
const read: ToolRisk = { risk: "read", reach: "page" };
/** What a person does on a page: the first answer on a site holds for the rest. */
const act: ToolRisk = { risk: "act", reach: "page" };
/** Works on all sites at once, so an answer about one site cannot cover it. */
const actBeyond: ToolRisk = { risk: "act", reach: "beyond" };
const runCode: ToolRisk = { risk: "run-code", reach: "page" };

/**
 * The tools of @playwright/mcp 0.0.83 with all capabilities. What needs the arguments as well stands
 * in `risk.ts`. The server's own annotations are no evidence (S43): it calls a tool that hands out
 * every login "read only".
 */
const tools: ReadonlyMap<string, ToolRisk> = new Map(
  Object.entries({
    browser_close: read,
    browser_console_messages: read,
    browser_emulate_media: read,
    browser_find: read,
    browser_generate_locator: read,
    browser_get_config: read,
    browser_hide_highlight: read,
    browser_network_request: read,
    browser_network_requests: read,
    browser_resize: read,
    browser_route_list: read,
    browser_snapshot: read,
    browser_take_screenshot: read,
    browser_verify_element_visible: read,
    browser_verify_list_visible: read,
    browser_verify_text_visible: read,
    browser_verify_value: read,
    browser_video_hide_actions: read,
    browser_wait_for: read,
    // Pictures of what a snapshot shows anyway, kept in the conversation's own folder.
    browser_pdf_save: read,
    browser_start_video: read,
    browser_stop_video: read,
    // The person agreed when it was started.
    browser_stop_recording: read,
    browser_stop_tracing: read,

    browser_click: act,
    browser_drag: act,
    browser_drop: act,
    browser_file_upload: act,
    browser_fill_form: act,
    browser_handle_dialog: act,
    browser_hover: act,
    browser_mouse_click_xy: act,
    browser_mouse_down: act,
    browser_mouse_drag_xy: act,
    browser_mouse_move_xy: act,
    browser_mouse_up: act,
    browser_mouse_wheel: act,
    browser_navigate_back: act,
    browser_press_key: act,
    browser_select_option: act,
    browser_tabs: act,
    browser_type: act,
    // Their styles are the model's own and can load an address.
    browser_highlight: act,
    browser_video_show_actions: act,
    browser_video_chapter: act,
    // Takes down what the person types, passwords too.
    browser_start_recording: act,
    // What a site keeps in the browser is often what its login consists of.
    browser_localstorage_clear: act,
    browser_localstorage_delete: act,
    browser_localstorage_get: act,
    browser_localstorage_list: act,
    browser_localstorage_set: act,
    browser_sessionstorage_clear: act,
    browser_sessionstorage_delete: act,
    browser_sessionstorage_get: act,
    browser_sessionstorage_list: act,
    browser_sessionstorage_set: act,

    // Opening a page can carry data to its site.
    browser_navigate: { risk: "act", reach: "address" },

    browser_annotate: actBeyond,
    browser_cookie_clear: actBeyond,
    browser_cookie_delete: actBeyond,
    browser_cookie_get: actBeyond,
    browser_cookie_list: actBeyond,
    browser_cookie_set: actBeyond,
    browser_network_state_set: actBeyond,
    browser_resume: actBeyond,
    browser_set_storage_state: actBeyond,
    browser_unroute: actBeyond,

    // A file with all logins, or with all that goes over the wire.
    browser_storage_state: { risk: "download", reach: "beyond" },
    browser_start_tracing: { risk: "download", reach: "beyond" },

    browser_evaluate: runCode,
    browser_run_code_unsafe: { risk: "run-code", reach: "beyond" },
    // Answers in a site's name, scripts included.
    browser_route: { risk: "run-code", reach: "beyond" },
  } satisfies Record<string, ToolRisk>),
);

/** A tool that this table does not know may do anything, so no earlier answer covers it. */
export function browserTool(tool: string): ToolRisk {
  return tools.get(tool) ?? actBeyond;
}

export const knownBrowserTools: readonly string[] = [...tools.keys()];
