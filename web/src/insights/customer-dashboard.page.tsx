import { customer, customerStatuses } from '@kontor/contract/payments/customer.entity'
