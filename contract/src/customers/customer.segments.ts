import { z } from 'zod'
import type { Entity } from '../entity.ts'
import { anyOf } from '../roles.ts'
import { customer } from './customer.entity.ts'
import { customerSegments } from './customer.rules.ts'

/** `GET /v1/customer/segments`: how many customers are in each segment, in the order of `customerSegments`. */
export const customerSegmentsPath = '/v1/customer/segments'

export const customerStatisticsRoles = anyOf('USER_ALL', 'PSP_ALL', 'CUSTOMER_ALL', 'CUSTOMER_STATISTICS')

/** Its parameters: `created_at>`, `created_at<`, `merchant`, `organisation`. None tells anything of a single person. */
export const customerSegmentsFilter: Entity = { ...customer, filters: { created_at: 'range' }, search: {} }

/** Every segment has its count, those without customers a zero. Customers who never bought are in none. */
export const customerSegmentCounts = z.record(z.enum(customerSegments), z.int()).meta({ id: 'customer_segments' })
export type CustomerSegmentCounts = z.output<typeof customerSegmentCounts>
