export { visibleText } from "../../src-preload/model/visible-text.ts";
