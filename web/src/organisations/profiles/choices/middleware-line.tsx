import type { Middleware } from '@kontor/contract/middleware/middleware.entity'
import { useTranslation } from 'react-i18next'
import type { Related } from '../../../platform/api/related.ts'
import { useLabels } from '../../../platform/value/labels.ts'
import { ChosenLine } from './chosen-line.tsx'

export type ChosenMiddleware = Related<Pick<Middleware, 'id' | 'name' | 'kind' | 'active'>>

/** A middleware of a payment profile. */
export function MiddlewareLine({ of }: { of: ChosenMiddleware }) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <ChosenLine of={of} unseen={t('profiles.unseen_middleware')}>
      {({ kind }) => <div>{labels.value('kind', undefined, kind)}</div>}
    </ChosenLine>
  )
}
