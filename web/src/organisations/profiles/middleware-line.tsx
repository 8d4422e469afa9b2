import type { Middleware } from '@kontor/contract/middleware/middleware.entity'
import { useTranslation } from 'react-i18next'
import type { Related } from '../../platform/api/related.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { ShortId } from '../../ui/short-id.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import typography from '../../ui/words/typography.module.css'
import processorLine from './processor-line.module.css'

export type ChosenMiddleware = Related<Pick<Middleware, 'id' | 'name' | 'provider' | 'active'>>

/** A middleware of a payment profile. */
export function MiddlewareLine({ of }: { of: ChosenMiddleware }) {
  const { t } = useTranslation()
  const labels = useLabels()
  if (typeof of === 'string')
    return (
      <div className={processorLine.line}>
        <span>{t('profiles.unseen_middleware')}</span> <ShortId value={of} />
      </div>
    )
  return (
    <div className={processorLine.line}>
      <div className={processorLine.head}>
        <strong className={typography.anywhere}>{of.name}</strong>
        {!of.active && <StatusTag status="INACTIVE" />}
      </div>
      <div>{labels.value('provider', undefined, of.provider)}</div>
    </div>
  )
}
