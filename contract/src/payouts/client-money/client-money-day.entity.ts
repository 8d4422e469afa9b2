import { defineEntity, type Row } from '../../entity.ts'
import { choice, currency, date, id, money, timestamp } from '../../field.ts'
import { providerEntityRoles } from '../../roles.ts'
import { clientMoneyStates } from './client-money.rules.ts'

/** Whether the money of merchants was all there at the end of a closed day, in one currency. */
export const clientMoneyDay = defineEntity({
  name: 'client_money_day',
  resource: 'psp/clientmoneyday',
  module: 'collecting',
  fields: {
    id: id(),
    created_at: timestamp(),
    business_day: date(),
    currency_code: currency(),
    /** SHORT: there was less than belongs to merchants. */
    state: choice(clientMoneyStates),
    /** What the books have on the accounts of client money. */
    bank: money(),
    /** What processors owe. */
    receivable: money(),
    /** What merchants are owed, and what is held of theirs. */
    payable: money(),
    reserve: money(),
    /** Ordered, and on no statement yet. */
    in_transit: money(),
    /** Below zero: the shortfall. */
    surplus: money(),
    /** What other merchants owe: it covers nothing. */
    owed_by_merchants: money(),
    /** What processors paid and nobody has explained. */
    unexplained: money(),
  },
  filters: {
    id: 'any',
    state: 'any',
    currency_code: 'any',
    business_day: 'range',
    created_at: 'range',
    surplus: 'range',
  },
  search: { id: 'is' },
  sort: ['created_at', 'business_day', 'surplus'],
  defaultSort: '-business_day',
  roles: providerEntityRoles('PSP_SETTLEMENT'),
  export: [
    'id',
    'created_at',
    'business_day',
    'currency_code',
    'state',
    'bank',
    'receivable',
    'payable',
    'reserve',
    'in_transit',
    'surplus',
    'owed_by_merchants',
    'unexplained',
  ],
})

export type ClientMoneyDay = Row<typeof clientMoneyDay>
