import icon from "../assets/icon.svg";

/** The app's sign. Its name stands beside it. */
export function Mark({ large }: { readonly large?: boolean }) {
  return <img className={large ? "mark large" : "mark"} src={icon} alt="" draggable={false} />;
}
