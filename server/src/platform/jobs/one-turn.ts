const longest_ms = 5_000
const most = 50

/**
 * Bounds one run of a job that may have very much to do, because the jobs behind it wait. To be asked after each item: true when
 * the run is to stop. Each run thus does one item at least.
 */
export function oneTurn(): () => boolean {
  const end = performance.now() + longest_ms
  let items = 0
  return () => {
    items += 1
    return items >= most || performance.now() >= end
  }
}
