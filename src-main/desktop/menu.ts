import { Menu, type MenuItemConstructorOptions } from "electron";

/** The system's own entries; what the app itself can do has its keys and buttons in the window. */
export function setMenu(): void {
  const application: MenuItemConstructorOptions[] =
    process.platform === "darwin" ? [{ role: "appMenu" }] : [{ role: "fileMenu" }];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...application,
      { role: "editMenu" },
      {
        label: "View",
        submenu: [
          { role: "resetZoom" },
          { role: "zoomIn" },
          { role: "zoomOut" },
          { type: "separator" },
          { role: "togglefullscreen" },
        ],
      },
      { role: "windowMenu" },
    ]),
  );
}
