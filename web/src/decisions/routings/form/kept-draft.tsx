import {
  deleteNewRoutingDraftEndpoint,
  deleteRoutingDraftEndpoint,
  saveNewRoutingDraftEndpoint,
  saveRoutingDraftEndpoint,
} from '@kontor/contract/decisions/routings/routing.endpoints'
import type { NewRoutingDraft, RoutingDraft } from '@kontor/contract/decisions/routings/routing.schemas'
import { Alert, Button, Text } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../../../platform/api/refusal-text.ts'
import { useCommand } from '../../../platform/api/use-command.ts'
import { type FormValues, useRecordForm } from '../../../platform/form/record-form.tsx'
import { notify } from '../../../platform/notify.ts'
import { Instant } from '../../../platform/value/instant.tsx'
import { draftTreeIn } from '../editor/draft-tree.ts'
import type { WholeRouting } from '../routing-row.ts'
import { writtenIn } from './written.ts'

/** A draft of a saved routing has the version that it was made from. */
export type Kept = RoutingDraft | NewRoutingDraft

const versionOf = (kept: Kept): number => ('version' in kept ? kept.version : 0)

/** A draft from the server as the values of the form; undefined: its tree is none. */
export function valuesOfDraft(kept: Kept): FormValues | undefined {
  const { tree: given, ...fields } = kept.content
  const tree = draftTreeIn(given)
  return tree === undefined ? undefined : { ...fields, details: { from: versionOf(kept), tree } }
}

interface KeptDraftProps {
  /** Undefined: a new one. */
  of: WholeRouting | undefined
  kept: Kept
  onDiscarded: () => void
}

/** Says that the form has a draft of one's own, and not the routing as it counts. */
export function KeptDraft({ of, kept, onDiscarded }: KeptDraftProps) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const { isFixed } = useRecordForm()
  const ofSaved = useCommand(deleteRoutingDraftEndpoint)
  const ofNew = useCommand(deleteNewRoutingDraftEndpoint)
  const discarding = of ? ofSaved : ofNew
  const discard = async () => {
    if (!(await (of ? ofSaved.submit({ id: of.id }, {}) : ofNew.submit({}, {})))) return
    notify({ color: 'green', message: t('routings.draft_discarded') })
    onDiscarded()
  }
  return (
    <Alert color="blue" role="status" icon={<IconNotes aria-hidden="true" />} title={t('routings.draft_title')} mb="md">
      <Text size="sm">
        {t('routings.draft_text')} <Instant value={kept.saved_at} />
        {of &&
          versionOf(kept) !== of.version &&
          ` ${t('routings.draft_old', { from: versionOf(kept), version: of.version })}`}
      </Text>
      <Button
        size="xs"
        variant="default"
        mt="xs"
        disabled={isFixed}
        loading={discarding.isBusy}
        onClick={() => void discard()}
      >
        {t('routings.draft_discard')}
      </Button>
      {discarding.refusal && (
        <Text size="sm" c="red" role="alert">
          {textOf(discarding.refusal)}
        </Text>
      )}
    </Alert>
  )
}

interface SaveDraftProps {
  /** Undefined: a new one. */
  id: string | undefined
  /** When the draft was kept that the form was opened with; null: there was none. */
  over: string | null
  onSaved: () => void
}

/**
 * Keeps what is typed as one's own draft on the server, where another browser finds it. One that another window has kept meanwhile
 * is told of, and the next press takes its place.
 */
export function SaveDraftButton({ id, over, onSaved }: SaveDraftProps) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const { form, isFixed } = useRecordForm()
  const ofSaved = useCommand(saveRoutingDraftEndpoint)
  const ofNew = useCommand(saveNewRoutingDraftEndpoint)
  const saving = id === undefined ? ofNew : ofSaved
  const save = async () => {
    const values = form.getValues()
    const { from, tree } = writtenIn(values)
    const text = (name: string) => String(values[name] ?? '')
    const fields = { name: text('name'), organisation: text('organisation'), payment_product: text('payment_product') }
    // The cast is safe: the tree is made of texts, numbers, flags and null.
    const content = { ...fields, currency_code: text('currency_code'), tree: tree as RoutingDraft['content']['tree'] }
    const seen = saving.refusal?.code === 'draft_changed' ? {} : { takes_place_of: over }
    const isKept = await (id === undefined
      ? ofNew.submit({}, { content, ...seen })
      : ofSaved.submit({ id }, { version: from, content, ...seen }))
    if (!isKept) return
    notify({ color: 'green', message: t('routings.draft_saved') })
    onSaved()
  }
  return (
    <>
      {saving.refusal && (
        <Text size="sm" c="red" role="alert">
          {textOf(saving.refusal)}
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconNotes size={16} aria-hidden="true" />}
        disabled={isFixed || !form.isDirty()}
        loading={saving.isBusy}
        onClick={() => void save()}
      >
        {t('routings.draft_save')}
      </Button>
    </>
  )
}
