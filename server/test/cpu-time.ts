/** The milliseconds that this process worked meanwhile: they are the same on a busy machine, where the clock's are not. */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
