import { bestCustomers, customerByStatus, customerSeries, customerTotal } from './customer-statistics.calls.ts'
import { processorCompare, processorStatistics } from './processor-statistics.calls.ts'
import {
  highestRefunds,
  refundByProduct,
  refundByProductType,
  refundByStatus,
  refundSeries,
  refundTotal,
} from './refund-statistics.calls.ts'
import type { StatisticsCall } from './statistics-call.ts'
import {
  transactionByBrowser,
  transactionByCountry,
  transactionByPlatform,
  transactionByProduct,
  transactionByStatus,
  transactionLifecycle,
  transactionLocation,
  transactionSeries,
  transactionTimeOfDay,
  transactionTotal,
} from './transaction-statistics.calls.ts'

/** Every call that answers with figures. */
export const statisticsCalls: readonly StatisticsCall[] = [
  transactionSeries,
  transactionTotal,
  transactionLocation,
  transactionByCountry,
  transactionByProduct,
  transactionByStatus,
  transactionByPlatform,
  transactionByBrowser,
  transactionLifecycle,
  transactionTimeOfDay,
  refundSeries,
  refundTotal,
  refundByStatus,
  refundByProduct,
  refundByProductType,
  highestRefunds,
  customerSeries,
  customerTotal,
  customerByStatus,
  bestCustomers,
  processorStatistics,
  processorCompare,
]
