import { openStore } from "../../../src-main/store/store.ts";

/* Opens the store of a folder, says so, and holds it until it is ended from outside. */
const store = openStore(process.argv[2] ?? "");
process.stdout.write("open\n");
// It would be let go of if nobody remembered it.
setInterval(() => store.isReadOnly, 60_000);
