import { z } from 'zod'
import { rowSchema } from '../wire.ts'
import { reasonOfHold } from './profiles/settlement-profile.schemas.ts'
import { settlementRunReply } from './schedules/settlement-schedule.schemas.ts'
import { pspSettlement } from './settlement.entity.ts'
import { settledKinds } from './settlement-transfer.entity.ts'

const reply = rowSchema(pspSettlement)

export const runSettlementsSchemas = { body: z.strictObject({}), reply: settlementRunReply }
export const holdSettlementSchemas = { body: z.strictObject({ reason: reasonOfHold }), reply }
export const releaseSettlementSchemas = { body: z.strictObject({}), reply }
export const mailSettlementSchemas = { body: z.strictObject({}), reply }

export const exportSettlementStatementSchemas = {}
export const exportSettlementDetailsSchemas = {}

export const settlementLinesSchemas = {
  reply: z.array(
    z.object({
      kind: z.enum(settledKinds),
      count: z.int().meta({ description: 'The transfers of this kind' }),
      amount: z
        .int()
        .meta({ description: 'Minor units of the settlement’s currency. Below zero: it is the provider’s' }),
    }),
  ),
}
