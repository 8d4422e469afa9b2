import pg from 'pg'

/** As if so many minutes had gone by on the server: every moment of this person's sessions and codes is that much longer ago. */
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
