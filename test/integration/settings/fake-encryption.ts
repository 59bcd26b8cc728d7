import type { Encryption } from "../../../src-main/settings/secrets.ts";

/** A keyring that turns every byte around; can be locked, absent, and slow about one text. */
export class FakeEncryption implements Encryption {
  isThere = true;
  isLocked = false;
  readonly #held = new Map<string, Promise<void>>();

  available(): Promise<boolean> {
    return Promise.resolve(this.isThere);
  }

  /** Encrypting this text takes until the returned function is called. */
  hold(text: string): () => void {
    let release = () => {};
    this.#held.set(text, new Promise((resolve) => (release = resolve)));
    return release;
  }

  async encrypt(text: string): Promise<Buffer> {
    await this.#held.get(text);
    this.#refuseWhenLocked();
    return turned(Buffer.from(text));
  }

  decrypt(bytes: Buffer): Promise<string> {
    return Promise.resolve().then(() => {
      this.#refuseWhenLocked();
      return turned(bytes).toString();
    });
  }

  #refuseWhenLocked(): void {
    if (this.isLocked) throw new Error("the keyring is locked");
  }
}

function turned(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => byte ^ 0xff));
}
