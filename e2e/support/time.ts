import pg from 'pg'

/**
 * Simulates minutes going by on the server: moves every timestamp of this person's sessions and codes into the past.
 */
export async function letTimePass(email: string, minutes: number): Promise<void> {
  const client = new pg.Client(process.env.KONTOR_E2E_DATABASE_URL)
  await client.connect()
  const moments = {
    session: ['created_at', 'last_activity_at', 'idle_expires_at', 'expires_at'],
    challenge: ['created_at', 'expires_at', 'mailed_at', 'code_expires_at'],
  }
  for (const [table, columns] of Object.entries(moments)) {
    const earlier = columns.map((column) => `${column} = ${column} - make_interval(secs => $1)`).join(', ')
    await client.query(
      `update ${table} set ${earlier} where user_id = (select id from platform_user where email = $2)`,
      [minutes * 60, email],
    )
  }
  await client.end()
}
