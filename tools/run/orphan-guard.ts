// Loaded before a service's own code (`node --import`). When the supervisor is killed before it can stop its services,
// the channel to it closes. The service then ends, so that it does not keep the port and the database.
const graceMs = 10_000

process.on('disconnect', end)
// The supervisor may have ended before this listener was set.
if (!process.connected) end()
// The channel alone must not keep a service running that has nothing left to do.
process.channel?.unref()

function end(): void {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), graceMs).unref()
}
