import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import type { ServerList } from "../../../src-preload/model/server-entry.ts";
import { Button } from "../../components/button.tsx";
import { useWindowState } from "../../state/window-state-context.tsx";
import { OwnServers, type ServersPage } from "../own-servers/own-servers.tsx";
import { ServerEditor } from "../own-servers/server-editor.tsx";
import { ServerSecrets } from "../own-servers/server-secrets.tsx";

/** The person's own servers and their secrets (M1). */
export function ServersSection() {
  const { t } = useTranslation();
  const { ownServers } = useWindowState();
  const list = useStore(ownServers, (slice) => slice.list);
  const failure = useStore(ownServers, (slice) => slice.failure);
  useEffect(() => void ownServers.read(), [ownServers]);
  if (list) return <ServersPages list={list} />;
  if (!failure) return null;
  return (
    <div role="alert">
      <p className="problem">{failure.message}</p>
      <Button small onClick={() => void ownServers.read()}>
        {t("thread.readAgain")}
      </Button>
    </div>
  );
}

function ServersPages({ list }: { readonly list: ServerList }) {
  const [page, setPage] = useState<ServersPage>({ kind: "list" });
  const back = (): void => setPage({ kind: "list" });
  if (page.kind === "list") {
    return (
      <>
        <OwnServers list={list} onPage={setPage} />
        <ServerSecrets list={list} />
      </>
    );
  }
  const name = page.kind === "edit" ? page.name : null;
  const entry = list.entries.find((one) => one.name === name) ?? null;
  return <ServerEditor key={name} name={name} entry={entry} onEnd={back} />;
}
