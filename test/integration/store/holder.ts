import { openStore } from "../../../src-main/store/store.ts";

/* Opens the store of a folder, says so, and holds it until it is ended from outside. */
openStore(process.argv[2] ?? "");
process.stdout.write("open\n");
setInterval(() => {}, 60_000);
