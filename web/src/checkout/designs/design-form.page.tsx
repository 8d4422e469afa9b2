import {
  createCheckoutDesignEndpoint,
  updateCheckoutDesignEndpoint,
} from '@kontor/contract/checkout/checkout-design.endpoints'
import { type CheckoutDesign, checkoutDesign } from '@kontor/contract/checkout/checkout-design.entity'
import {
  createCheckoutDesignSchemas,
  updateCheckoutDesignSchemas,
} from '@kontor/contract/checkout/checkout-design.schemas'
import { Text, Title } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import type { FormValues } from '../../platform/form/record-form.tsx'
import { RecordPage } from '../../platform/form/record-page.tsx'
import { presentRow } from '../../platform/form/use-meanwhile.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { notify } from '../../platform/notify.ts'
import { useOwnOrganisation } from '../../platform/own-organisation.ts'
import { usePageTitle } from '../../ui/page/page-title.ts'
import typography from '../../ui/words/typography.module.css'
import { DesignFields } from './design-fields.tsx'
import styles from './design-form.page.module.css'
import { newDesign } from './new-design.ts'

/** The form of the design in the address, or of a new one. */
export default function DesignFormPage() {
  const { checkoutId }: { checkoutId?: string } = useParams({ strict: false })
  return checkoutId === undefined ? <NewDesign /> : <ChangedDesign id={checkoutId} />
}

/** A new design; `?like=` names the design that it copies. */
function NewDesign() {
  const { like }: { like?: string } = useSearch({ strict: false })
  const { data, error, refetch } = useRow(checkoutDesign, like, { enabled: like !== undefined })
  if (like !== undefined && !data) return <NotYet error={error} refetch={refetch} height={480} />
  return <DesignForm key={like} like={data} />
}

function ChangedDesign({ id }: { id: string }) {
  const { data, error, refetch } = useRow(checkoutDesign, id)
  if (!data) return <NotYet error={error} refetch={refetch} height={480} />
  return <DesignForm key={data.id} of={data} />
}

function DesignForm({ of, like }: { of?: CheckoutDesign; like?: CheckoutDesign | undefined }) {
  const { t, i18n } = useTranslation()
  const start = newDesign(i18n.language)
  const navigate = useNavigate()
  const organisation = useOwnOrganisation()
  const title = of ? t('designs.edit_title', { name: of.name }) : t('designs.add_title')
  usePageTitle(title)
  // The values were sent, or discarded after a question, so leaving the form asks nothing.
  const toList = () => void navigate({ to: '/checkout-designs', ignoreBlocker: true })
  return (
    <div className={styles.page}>
      <header>
        <Title order={1} className={typography.anywhere}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {t('designs.form_text')}
        </Text>
      </header>
      <RecordPage
        endpoint={of ? updateCheckoutDesignEndpoint : createCheckoutDesignEndpoint}
        body={(of ? updateCheckoutDesignSchemas : createCheckoutDesignSchemas).body}
        params={of && { id: of.id }}
        verb={t(of ? 'action.save' : 'designs.add')}
        like={like?.id}
        onClose={toList}
        initial={
          of ? valuesOf(of, start) : { ...start, organisation, ...(like ? { ...valuesOf(like, start), name: '' } : {}) }
        }
        present={of && presentRow(checkoutDesign, of.id, (row) => valuesOf(row, start))}
        onDone={({ name }) => notify({ color: 'green', message: t('designs.saved', { name: String(name) }) })}
        goOn={toList}
      >
        <DesignFields />
      </RecordPage>
    </div>
  )
}

/** The values of the fields of the form. */
const valuesOf = (design: CheckoutDesign, fields: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries({ ...design }).flatMap(([name, value]) => (name in fields ? [[name, value ?? '']] : [])),
  )
