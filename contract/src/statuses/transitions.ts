/**
 * The statuses that may follow a status. One table per entity, read by the server (commands), by the web (which actions
 * to offer) and by the database (the table `status_transition`, which a trigger enforces).
 */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>

export const maySucceed = <S extends string>(transitions: Transitions<S>, from: S, to: S): boolean =>
  transitions[from].includes(to)

export const isFinal = <S extends string>(transitions: Transitions<S>, status: S): boolean =>
  transitions[status].length === 0

type Can<A extends string, S extends string> = {
  readonly [K in A]: ((row: { readonly status: S }) => boolean) & { readonly statuses: readonly S[] }
}

/** The actions that a status allows: `transactionCan.refund(transaction)`, `transactionCan.refund.statuses`. */
export function actions<A extends string, S extends string>(table: Readonly<Record<A, readonly S[]>>): Can<A, S> {
  const entries = Object.entries<readonly S[]>(table).map(([action, statuses]) => {
    const can = (row: { readonly status: S }) => statuses.includes(row.status)
    return [action, Object.assign(can, { statuses })]
  })
  return Object.fromEntries(entries) as Can<A, S>
}
