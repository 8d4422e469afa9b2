import {
  createRoutingEndpoint,
  newRoutingDraftEndpoint,
  routingDraftEndpoint,
  updateRoutingEndpoint,
} from '@kontor/contract/decisions/routings/routing.endpoints'
import { routing } from '@kontor/contract/decisions/routings/routing.entity'
import { createRoutingSchemas, updateRoutingSchemas } from '@kontor/contract/decisions/routings/routing.schemas'
import { Text, Title } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useRow } from '../../platform/api/reading.ts'
import { idOf } from '../../platform/api/related.ts'
import { useScope } from '../../platform/api/scope.ts'
import type { FormValues } from '../../platform/form/record-form.tsx'
import { RecordPage } from '../../platform/form/record-page.tsx'
import { draftName, useOwnDraft, useSeen } from '../../platform/form/use-draft.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { notify } from '../../platform/notify.ts'
import { useOwnOrganisation } from '../../platform/own-organisation.ts'
import { useMay, useViewer } from '../../platform/viewer.ts'
import { usePageTitle } from '../../ui/page/page-title.ts'
import typography from '../../ui/words/typography.module.css'
import { useBaseCurrency } from '../conditions/base-currency.ts'
import { draftOf, finished } from './editor/tree-edit.ts'
import { useEditor } from './editor/use-editor.ts'
import { type Kept, KeptDraft, SaveDraftButton, valuesOfDraft } from './form/kept-draft.tsx'
import { RoutingFields } from './form/routing-fields.tsx'
import { UndoButton } from './form/undo-button.tsx'
import { useWarnings } from './form/use-warnings.tsx'
import { writtenIn } from './form/written.ts'
import styles from './routing-form.page.module.css'
import { populate, type WholeRouting } from './routing-row.ts'

/** The form of the routing in the address, or of a new one. */
export default function RoutingFormPage() {
  const { routeId }: { routeId?: string } = useParams({ strict: false })
  return routeId === undefined ? <NewRouting /> : <ChangedRouting id={routeId} />
}

function NewRouting() {
  const base = useBaseCurrency()
  const mayKeep = useMayKeepNew()
  const draft = useRead(newRoutingDraftEndpoint, { enabled: mayKeep })
  // A discarded draft gives place to an empty form.
  const [opened, setOpened] = useState(0)
  if (base.isPending) return <NotYet error={base.error} refetch={base.refetch} height={480} />
  if (mayKeep && draft.data === undefined) return <NotYet error={draft.error} refetch={draft.refetch} height={480} />
  return (
    <RoutingForm
      key={opened}
      kept={opened === 0 ? (draft.data ?? undefined) : undefined}
      mayKeep={mayKeep}
      currency={base.currency ?? ''}
      onDiscarded={() => setOpened(opened + 1)}
    />
  )
}

/** A draft of a new routing belongs to a merchant: the provider's staff keep one in the view of that merchant. */
function useMayKeepNew(): boolean {
  const may = useMay(newRoutingDraftEndpoint)
  const { merchant } = useViewer()
  const scope = useScope()
  return may && Boolean(scope.merchant ?? merchant)
}

function ChangedRouting({ id }: { id: string }) {
  const { data, error, refetch } = useRow<typeof routing, WholeRouting>(routing, id, { populate })
  const draft = useRead(routingDraftEndpoint, { params: { id } })
  // A discarded draft gives place to the routing itself.
  const [opened, setOpened] = useState(0)
  if (!data) return <NotYet error={error} refetch={refetch} height={480} />
  if (draft.data === undefined) return <NotYet error={draft.error} refetch={draft.refetch} height={480} />
  return (
    <RoutingForm
      key={`${data.id} ${opened}`}
      of={data}
      kept={opened === 0 ? (draft.data ?? undefined) : undefined}
      mayKeep
      currency={data.currency_code}
      onDiscarded={() => setOpened(opened + 1)}
    />
  )
}

interface RoutingFormProps {
  of?: WholeRouting
  /** The viewer's own draft of it. */
  kept?: Kept | undefined
  mayKeep: boolean
  currency: string
  onDiscarded?: () => void
}

function RoutingForm({ of, kept, mayKeep, currency, onDiscarded }: RoutingFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const own = useOwnOrganisation()
  const endpoint = of ? updateRoutingEndpoint : createRoutingEndpoint
  const title = of ? t('routings.edit_title', { name: of.name }) : t('routings.add_title')
  usePageTitle(title)
  const [initial] = useState(() => valuesOf(of, own, currency))
  const ofDraft = draftName(endpoint, ...(of ? [of.id] : []))
  const draft = useOwnDraft<FormValues>(ofDraft)
  // What was typed in this browser comes first; what was kept on the server is opened like it.
  useState(() => {
    const values = kept && draft.read() === undefined ? valuesOfDraft(kept) : undefined
    if (values) draft.write(values)
  })
  const [left] = useState(() => writtenIn({ ...initial, ...draft.read() }))
  const editing = useEditor(writtenIn(initial).tree, left.tree)
  // Of a draft whose tree nobody touched, too: its other fields were typed over that version.
  const seen = useSeen(ofDraft, { from: left.from, kept_at: kept?.saved_at ?? null })
  const [from, setFrom] = useState(seen.from)
  const warnings = useWarnings()
  // The values were sent, or discarded after a question, so leaving the form asks nothing.
  const toList = () => void navigate({ to: '/intelligent-routing', ignoreBlocker: true })
  return (
    <div className={styles.page}>
      <header>
        <Title order={1} className={typography.anywhere}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {t('routings.form_text')}
        </Text>
      </header>
      <RecordPage
        endpoint={endpoint}
        body={(of ? updateRoutingSchemas : createRoutingSchemas).body}
        {...(of ? { params: { id: of.id } } : {})}
        verb={t('action.save')}
        back={t('routings.back')}
        tools={
          <>
            <UndoButton editing={editing} />
            {mayKeep && (
              <SaveDraftButton
                id={of?.id}
                over={seen.kept_at}
                onSaved={() => {
                  draft.clear()
                  toList()
                }}
              />
            )}
          </>
        }
        onClose={toList}
        initial={initial}
        seen={{ from, kept_at: seen.kept_at }}
        bodyOf={(values) => bodyOf(values, of !== undefined)}
        problems={({ values }) => ({
          details: finished(writtenIn(values).tree) ? warnings.error : t('routings.unfinished'),
          currency_code: values['currency_code'] ? null : t('form_validation.required'),
        })}
        isSaid={({ code }) => code === 'routing_changed'}
        confirm={warnings.confirm}
        onDone={({ name }) => notify({ color: 'green', message: t('routings.saved', { name: String(name) }) })}
        goOn={toList}
      >
        {kept && (
          <KeptDraft
            of={of}
            kept={kept}
            onDiscarded={() => {
              draft.clear()
              onDiscarded?.()
            }}
          />
        )}
        <RoutingFields of={of} editing={editing} from={from} onFrom={setFrom} onFound={warnings.setFound} />
      </RecordPage>
      {warnings.dialog}
    </div>
  )
}

function valuesOf(of: WholeRouting | undefined, organisation: string, currency_code: string): FormValues {
  if (!of) return { name: '', organisation, payment_product: '', currency_code, details: { from: 0, tree: null } }
  const { name, payment_product } = of
  const details = { from: of.version, tree: draftOf(of.details) }
  return { name, organisation: idOf(of.organisation), payment_product, currency_code, add_processors: false, details }
}

/** All fields are sent: the version says that nobody changed them meanwhile. */
function bodyOf({ details, ...fields }: FormValues, isChange: boolean): FormValues {
  const { from, tree } = writtenIn({ details })
  return { ...fields, ...(isChange ? { version: from } : {}), details: finished(tree) }
}
