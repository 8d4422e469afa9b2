import type { GatewayProduct } from '@kontor/contract/platform/gateway.schemas'
import { type Processor, processor } from '@kontor/contract/processors/processor.entity'
import { useTranslation } from 'react-i18next'
import type { Related } from '../../../platform/api/related.ts'
import { AnchorLink } from '../../../platform/panel/anchor-link.tsx'
import { useLabels } from '../../../platform/value/labels.ts'
import { factsIn, GatewayName, useGateways } from '../../../platform/value/use-gateways.tsx'
import { useMay, useViewer } from '../../../platform/viewer.ts'
import chosenLine from './chosen-line.module.css'
import { ChosenLine } from './chosen-line.tsx'

interface LineProps {
  of: Related<Processor>
  /** True where a link may lead away, because nothing is being typed. */
  isLinked?: boolean
}

/** A processor of a payment profile, and what its gateway can do with its payment product. */
export function ProcessorLine({ of, isLinked = false }: LineProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const gateways = useGateways()
  const { psp } = useViewer()
  const mayEdit = useMay(processor.roles.update)
  const textsOf = useFactTexts()
  const facts = typeof of === 'string' ? undefined : factsIn(gateways, of)
  return (
    <ChosenLine of={of} unseen={t('profiles.unseen_processor')}>
      {({ id, payment_product, gateway, account, shared }) => (
        <>
          <div>
            {labels.value('payment_product', undefined, payment_product)} · <GatewayName name={gateway} />
            {account && ` · ${account}`}
          </div>
          {facts && <div className={chosenLine.facts}>{textsOf(facts).join(' · ')}</div>}
          {isLinked && !psp && mayEdit && !shared && (
            <AnchorLink to="/processor-credentials/$processorId" params={{ processorId: id }}>
              {t('profiles.edit_credentials')}
            </AnchorLink>
          )}
        </>
      )}
    </ChosenLine>
  )
}

/** What people need to know of a gateway before they put it first, as short texts. */
function useFactTexts(): (facts: GatewayProduct) => string[] {
  const { t } = useTranslation()
  const labels = useLabels()
  return ({ capture, captures, refunds, refund_days, keeps, currencies }) => [
    t(`profiles.capture.${capture}`),
    ...(capture !== 'with_authorization' && captures !== 'one_full' ? [t(`profiles.captures.${captures}`)] : []),
    refunds === 'none'
      ? t('profiles.refunds.none')
      : t(`profiles.refunds.${refunds}`, { count: refund_days, formatted: labels.number(refund_days) }),
    ...keeps.map((kept) => t(`profiles.keeps.${kept}`)),
    ...(currencies ? [t('profiles.currencies', { currencies: currencies.join(', ') })] : []),
  ]
}
