import { Database } from "../../../src-main/store/database.ts";
import { migrate } from "../../../src-main/store/migrate.ts";
import { migrations } from "../../../src-main/store/migrations/migrations.ts";

/* Migrates a database and dies by SIGKILL before the statement of its transaction that has this number, from 1. */
const [, , file = "", killAt = "-1"] = process.argv;

let statements = 0;

class MortalDatabase extends Database {
  override script(sql: string): void {
    for (const statement of sql.split(/;\s*\n/).filter((one) => one.trim() !== "")) {
      if (this.isInTransaction) statements += 1;
      if (statements === Number(killAt)) process.kill(process.pid, "SIGKILL");
      super.script(statement);
    }
  }
}

migrate(new MortalDatabase(file), migrations);
process.stdout.write("migrated\n");
