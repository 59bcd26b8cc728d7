import { expect, test } from "vitest";
import {
  layoutOf,
  panelToggled,
  sidebarToggled,
  type WindowWidth,
} from "../../../src-renderer/frame/layout.ts";

const atFirst = { panelBeside: true, panelOver: false, sidebarFull: true, sidebarOver: false };

test.each<[WindowWidth, string, string]>([
  ["wide", "full", "beside"],
  ["middle", "full", "closed"],
  ["narrow", "rail", "closed"],
])("at first a %s window has a %s sidebar and its panel is %s", (width, sidebar, panel) => {
  expect(layoutOf(width, atFirst)).toEqual({ sidebar, panel });
});

test.each<[WindowWidth, string, string]>([
  ["wide", "rail", "closed"],
  ["middle", "rail", "over"],
  ["narrow", "over", "over"],
])("toggled, a %s window has a %s sidebar and its panel is %s", (width, sidebar, panel) => {
  const toggled = {
    ...atFirst,
    ...panelToggled(width, atFirst),
    ...sidebarToggled(width, atFirst),
  };
  expect(layoutOf(width, toggled)).toEqual({ sidebar, panel });
});
