import pg from 'pg'

/** The passwords that are tried where the first is refused, by the first. */
const others = new Map<string, string>()

/**
 * Where this password is refused, the other one is used: the passwords of the roles follow from the master key, and change while
 * a process goes on that knows both keys (docs/adr/0160).
 */
export function signInAlsoBy(password: string, other: string): void {
  others.set(password, other)
}

/** A connection of one of Kontor's roles. */
export class RoleClient extends pg.Client {
  constructor(config: string | pg.ClientConfig = {}) {
    super(config)
    const usual = this.password
    const other = typeof usual === 'string' ? others.get(usual) : undefined
    // The driver calls it when the server asks for a password; its type knows a text alone.
    if (usual && other)
      Object.assign(this, { password: async () => ((await isRefused(config, usual)) ? other : usual) })
  }
}

/** True only when the server refuses the password: any other error is found by the connection itself. */
async function isRefused(config: string | pg.ClientConfig, password: string): Promise<boolean> {
  const probe = new pg.Client(config)
  Object.assign(probe, { password })
  probe.on('error', () => {})
  try {
    await probe.connect()
    return false
  } catch (error) {
    return (error as { code?: string }).code === '28P01'
  } finally {
    void probe.end().catch(() => {})
  }
}
