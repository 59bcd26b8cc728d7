/*
 * The sentences of tool calls. Each says the same thing five times: to do, under way, done,
 * could not, no answer. `what` is the thing it was done to, already in quotes where it is quoted.
 */

type Forms = Readonly<Record<"todo" | "doing" | "done" | "failed" | "silent", string>>;

/** English builds the five forms from three of the verb; another language may write them out. */
function forms(todo: string, doing: string, done: string, rest = ""): Forms {
  const tail = rest && ` ${rest}`;
  return {
    todo: todo + tail,
    doing: doing + tail,
    done: done + tail,
    failed: `Could not ${lowerFirst(todo)}${tail}`,
    silent: `No answer while ${lowerFirst(doing)}${tail}`,
  };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export const calls = {
  open: forms("Open", "Opening", "Opened", "{{what}}"),
  back: forms("Go back", "Going back", "Went back"),
  forward: forms("Go forward", "Going forward", "Went forward"),
  reload: forms("Load the page again", "Loading the page again", "Loaded the page again"),
  read: forms("Read the page", "Reading the page", "Read the page"),
  askPerson: forms("Ask you", "Asking you", "Asked you"),
  readFile: forms("Read the file", "Reading the file", "Read the file", "{{what}}"),
  find: forms("Find", "Looking for", "Looked for", "{{what}} on the page"),
  picture: forms("Take a picture", "Taking a picture", "Took a picture"),
  pictureOf: forms("Take a picture of", "Taking a picture of", "Took a picture of", "{{what}}"),
  click: forms("Click", "Clicking", "Clicked", "{{what}}"),
  doubleClick: forms("Double-click", "Double-clicking", "Double-clicked", "{{what}}"),
  hover: forms("Point at", "Pointing at", "Pointed at", "{{what}}"),
  drag: forms("Drag", "Dragging", "Dragged", "{{what}} to {{target}}"),
  drop: forms("Drop", "Dropping", "Dropped", "{{files}} on {{what}}"),
  type: forms("Type into", "Typing into", "Typed into", "{{what}}"),
  fill: forms("Fill in", "Filling in", "Filled in", "{{what}}"),
  key: forms("Press", "Pressing", "Pressed", "{{what}}"),
  choose: forms("Choose", "Choosing", "Chose", "{{values}} in {{what}}"),
  check: forms("Tick", "Ticking", "Ticked", "{{what}}"),
  uncheck: forms("Untick", "Unticking", "Unticked", "{{what}}"),
  upload: forms("Upload", "Uploading", "Uploaded", "{{files}}"),
  cancelUpload: forms("Cancel the upload", "Cancelling the upload", "Cancelled the upload"),
  script: forms("Run script on", "Running script on", "Ran script on", "{{what}}"),
  code: forms("Run code in the browser", "Running code in the browser", "Ran code in the browser"),
  waitForText: forms("Wait for", "Waiting for", "Waited for", "{{what}}"),
  waitForEnd: forms("Wait until", "Waiting until", "Waited until", "{{what}} is gone"),
  waitForTime: forms("Wait", "Waiting", "Waited", "{{what}}"),
  tabList: forms("List the tabs", "Listing the tabs", "Listed the tabs"),
  tabNew: forms("Open a new tab", "Opening a new tab", "Opened a new tab"),
  tabClose: forms("Close a tab", "Closing a tab", "Closed a tab"),
  tabSelect: forms("Go to", "Going to", "Went to", "tab {{what}}"),
  close: forms("Close the page", "Closing the page", "Closed the page"),
  resize: forms("Make", "Making", "Made", "the page {{what}}"),
  console: forms("Read the console", "Reading the console", "Read the console"),
  requests: forms("List the requests", "Listing the requests", "Listed the requests"),
  request: forms("Read", "Reading", "Read", "request {{what}}"),
  accept: forms("Accept the dialog", "Accepting the dialog", "Accepted the dialog"),
  dismiss: forms("Dismiss the dialog", "Dismissing the dialog", "Dismissed the dialog"),
  pdf: forms("Save the page as PDF", "Saving the page as PDF", "Saved the page as PDF"),
  other: forms("Use", "Using", "Used", "{{what}}"),
} as const;

/** What stands for {{what}} where the call does not name it. */
export const callObjects = {
  element: "something on the page",
  elsewhere: "something else",
  field: "a field",
  list: "a list",
  page: "the page",
  address: "a page",
  text: "a text",
  aKey: "a key",
  option: "an option",
  files: "files",
  quoted: "“{{text}}”",
  andMore_one: "{{first}} and {{count}} more",
  andMore_other: "{{first}} and {{count}} more",
  fields_one: "{{count}} field",
  fields_other: "{{count}} fields",
  size: "{{width}} × {{height}}",
  point: "the point {{x}}, {{y}}",
} as const;
