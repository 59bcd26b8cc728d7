/* The words around a server's changed tools, the person's own servers, their import and their secrets. */

/** Tools of a server that wait until the person has looked at them (S42). */
export const heldBack = {
  waits_one: "{{count}} tool changed and is held back",
  waits_other: "{{count}} tools changed and are held back",
  look: "See what changed…",
  lookAt: "See what changed in {{name}}…",
  title: "Changed tools of {{name}}",
  what: "These tools are not what you accepted. Until you approve one, the model is not offered it and no call of it is made. The texts below are the server’s own.",
  changes_one: "{{count}} change",
  changes_other: "{{count}} changes",
  was: "Was",
  is: "Is",
  notThere: "Not there",
  gone: "Gone",
  textOf: "{{side}}: {{field}}",
  approve: "Approve",
  approveTool: "Approve {{name}}",
  approveAll: "Approve all {{count}}",
  again:
    "The server has changed its tools again. What you see here is what was there when you opened this.",
  lookAgain: "Look again",
  none: "Nothing is held back any more.",
} as const;

export const toolList = {
  title: "Tools",
  new_one: "{{count}} new",
  new_other: "{{count}} new",
  heldBack_one: "{{count}} held back",
  heldBack_other: "{{count}} held back",
  isNew: "New",
  isHeldBack: "Held back",
  looked_one: "I have looked at it",
  looked_other: "I have looked at them",
  left: "About its tools",
} as const;
