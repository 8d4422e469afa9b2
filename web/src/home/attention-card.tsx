import { daysUntil } from '@kontor/contract/disputes/chargeback.rules'
import type { AttentionItem } from '@kontor/contract/home/attention.rules'
import type { Waiting } from '@kontor/contract/home/home.schemas'
import type { Query } from '@kontor/contract/lists/query-string'
import { ThemeIcon } from '@mantine/core'
import { IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTimeLeftText } from '../payments/respond-by.tsx'
import { engineNow } from '../platform/api/server-time.ts'
import { todayIn } from '../platform/list/address/default-window.ts'
import { everything } from '../platform/list/address/list-search.ts'
import { NotYet } from '../platform/not-yet.tsx'
import type { ShownScreen } from '../platform/screen/screen.ts'
import { useScreens } from '../platform/screen/use-screen.ts'
import { formatInstant } from '../platform/value/instant.tsx'
import { useViewer } from '../platform/viewer.ts'
import { Section } from '../ui/section.tsx'
import styles from './attention-card.module.css'
import page from './home.page.module.css'
import { useAttention } from './use-attention.ts'

/** What waits for the viewer: each line says how much, until when, and leads to the list of exactly these rows. */
export function AttentionCard() {
  const { t } = useTranslation()
  const screens = useScreens()
  const { data, error, refetch } = useAttention()
  const waiting = data?.filter(({ count }) => count > 0)
  return (
    <div className={page.beside}>
      <Section title={t('home.needs')} text={t('home.needs_text')}>
        {!waiting ? (
          <NotYet error={error} refetch={refetch} height={92} />
        ) : waiting.length === 0 ? (
          <p className={styles.nothing}>
            <IconCircleCheck size={18} aria-hidden="true" />
            {t('home.nothing_waits')}
          </p>
        ) : (
          <ul className={styles.list}>
            {waiting.map((each) => {
              const screen = screens.find(({ attention }) => attention === each.item)
              return screen ? <Line key={each.item} screen={screen} waiting={each} /> : null
            })}
          </ul>
        )}
      </Section>
    </div>
  )
}

function Line({ screen, waiting }: { screen: ShownScreen; waiting: Waiting }) {
  const { t } = useTranslation()
  const { item, count, is_more } = waiting
  const deadline = useDeadline()(waiting)
  return (
    <li>
      <Link to={screen.route} search={addressIn(screen, waiting.query)} className={styles.line}>
        <ThemeIcon variant="light" color={colours[item]} size={32} radius="md" aria-hidden="true">
          <screen.icon size={18} />
        </ThemeIcon>
        <span className={styles.words}>
          {t(`home.attention.${item}`, { count, number: is_more ? `${count}+` : String(count) })}
          {deadline && <small>{deadline}</small>}
        </span>
        <IconChevronRight size={16} aria-hidden="true" className={styles.chevron} />
      </Link>
    </li>
  )
}

/** Red: money is lost when nobody acts. */
const colours: Readonly<Record<AttentionItem, string>> = {
  contradictions: 'red',
  chargebacks: 'red',
  stuck_operations: 'red',
  transactions: 'yellow',
  webhooks: 'red',
  webhook_addresses: 'red',
  subscriptions: 'yellow',
  payment_links: 'blue',
  shares: 'blue',
  bank_accounts: 'yellow',
  payouts: 'yellow',
  payment_orders: 'yellow',
  status_updates: 'yellow',
  settlement_updates: 'yellow',
  late_files: 'red',
  bank_entries: 'yellow',
  unpriced_payments: 'yellow',
}

/**
 * The list's address. A list with a window shows only the last month, unless the address asks for everything. A screen that is no list
 * has no address of rows.
 */
function addressIn(screen: ShownScreen, query: Query): Query {
  if (screen.kind !== 'list') return {}
  return screen.window && query['created_at>'] === undefined ? { ...query, [everything]: 'true' } : query
}

/** When the first of them is due, in words. */
function useDeadline(): (waiting: Waiting) => string | undefined {
  const { t, i18n } = useTranslation()
  const { time_zone } = useViewer()
  const timeLeft = useTimeLeftText()
  return ({ item, first }) => {
    if (first === null) return undefined
    if (item === 'chargebacks')
      return t('home.first_deadline', { left: timeLeft(daysUntil(first, todayIn(engineNow(), time_zone))) })
    return t('home.first_end', { time: formatInstant(first, i18n.language, time_zone) })
  }
}
