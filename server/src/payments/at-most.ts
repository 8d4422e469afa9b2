/** Waits for the work, but no longer than that: it goes on by itself. */
export async function atMost(wait_ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const wait = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, wait_ms)
  })
  await Promise.race([work, wait]).finally(() => clearTimeout(timer))
}
