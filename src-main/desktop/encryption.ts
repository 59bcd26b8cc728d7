import { safeStorage } from "electron";
import type { Encryption } from "../settings/secrets.ts";

/** Newer Electrons encrypt without blocking, and have deprecated the calls that block. */
interface AsyncSafeStorage {
  isAsyncEncryptionAvailable?: () => Promise<boolean>;
  encryptStringAsync?: (text: string) => Promise<Buffer>;
  decryptStringAsync?: (bytes: Buffer) => Promise<string | { result: string }>;
}

/** The operating system's own encryption (M28, S35). */
export function systemEncryption(): Encryption {
  const storage: typeof safeStorage & AsyncSafeStorage = safeStorage;
  return {
    async available() {
      if (isPretence()) return false;
      return (await storage.isAsyncEncryptionAvailable?.()) ?? storage.isEncryptionAvailable();
    },
    async encrypt(text) {
      return (await storage.encryptStringAsync?.(text)) ?? storage.encryptString(text);
    },
    async decrypt(bytes) {
      const text = (await storage.decryptStringAsync?.(bytes)) ?? storage.decryptString(bytes);
      return typeof text === "string" ? text : text.result;
    },
  };
}

/** Without a key ring Linux only scrambles with a password that everybody knows. */
function isPretence(): boolean {
  return process.platform === "linux" && safeStorage.getSelectedStorageBackend() === "basic_text";
}
