import { terminalRequestsEndpoint } from '@kontor/contract/terminals/terminal.endpoints'
import type { TerminalRequest } from '@kontor/contract/terminals/terminal.schemas'
import { IconArrowsExchange, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { Timeline, TimelineRow } from '../platform/panel/timeline.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ShortId } from '../ui/short-id.tsx'
import typography from '../ui/words/typography.module.css'

/** A terminal's requests to the payments API. They explain why a payment at a till failed. */
export function TerminalRequests({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(terminalRequestsEndpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  if (data.length === 0)
    return (
      <EmptyState
        icon={<IconArrowsExchange />}
        title={t('terminals.requests.none')}
        text={t('terminals.requests.none_text')}
      />
    )
  return (
    <Timeline>
      {data.map((request) => (
        <Request key={request.id} of={request} />
      ))}
    </Timeline>
  )
}

function Request({ of }: { of: TerminalRequest }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const isDone = of.response_code < 400
  return (
    <TimelineRow
      icon={isDone ? IconCircleCheck : IconCircleX}
      when={
        <>
          <Instant value={of.at} />
          <span className={typography.tabular}>{t('terminals.requests.took', { ms: of.duration_ms })}</span>
          {of.merchant_reference && <span className={typography.anywhere}>{of.merchant_reference}</span>}
          {of.actor_name && (
            <span className={typography.anywhere}>{t('terminals.requests.by', { name: of.actor_name })}</span>
          )}
          {of.transaction ? (
            <AnchorLink to={`/transactions/${of.transaction}`}>{t('terminals.requests.look')}</AnchorLink>
          ) : (
            <span>
              {t('terminals.requests.request')} <ShortId value={of.request_id} />
            </span>
          )}
        </>
      }
    >
      <strong>
        {t(isDone ? 'terminals.requests.done' : 'terminals.requests.refused')}{' '}
        <span className={typography.tabular}>({of.response_code})</span>
      </strong>
      {of.code && <div className={typography.anywhere}>{textOf({ code: of.code })}</div>}
      <Details of={of} />
    </TimelineRow>
  )
}

/** The details use the API's terms, because their readers have its documentation. */
function Details({ of: { details } }: { of: TerminalRequest }) {
  const entries = Object.entries(details ?? {})
  if (entries.length === 0) return null
  return (
    <ul>
      {entries.map(([path, reasons]) => (
        <li key={path} className={typography.anywhere}>
          <code>
            {path}: {[reasons].flat().join(', ')}
          </code>
        </li>
      ))}
    </ul>
  )
}
