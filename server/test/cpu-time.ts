/**
 * The milliseconds of processor time that the work took. A busy machine does not change them, unlike the time of the
 * clock.
 */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
