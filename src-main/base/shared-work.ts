/**
 * Work that many may ask for at once and that is done once for all of them. Who asks while it is under
 * way gets what the next run comes to: what began before may miss what the asker has done.
 */
export function sharedWork<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const begin = (): Promise<T> => {
    const own = work().finally(() => {
      if (running === own) running = null;
    });
    running = own;
    return own;
  };
  const follow = async (current: Promise<T>): Promise<T> => {
    await current.catch(() => {});
    next = null;
    return await begin();
  };
  return () => (running ? (next ??= follow(running)) : begin());
}
