// Loaded before a service's own code (`node --import`): when the supervisor is killed without a chance to stop its
// services, the channel to it closes, and the service must not live on with the port and the database.
const graceMs = 10_000

process.on('disconnect', end)
// The supervisor may be gone before we listen.
if (!process.connected) end()
// The channel alone must not keep a service alive that has nothing left to do.
process.channel?.unref()

function end(): void {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), graceMs).unref()
}
