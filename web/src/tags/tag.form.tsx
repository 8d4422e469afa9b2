import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { createTagEndpoint, mergeTagEndpoint, updateTagEndpoint } from '@kontor/contract/tags/tag.endpoints'
import { type Tag, tag } from '@kontor/contract/tags/tag.entity'
import { tagColors } from '@kontor/contract/tags/tag.rules'
import { createTagSchemas, mergeTagSchemas, updateTagSchemas } from '@kontor/contract/tags/tag.schemas'
import { Input, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ColorField, colorOf } from '../platform/form/color-field.tsx'
import { LongTextField, TextField, useField } from '../platform/form/fields.tsx'
import { RecordForm, useFormValues } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'
import { presentRow } from '../platform/form/use-meanwhile.ts'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { notify } from '../platform/notify.ts'
import { useOwnOrganisation } from '../platform/own-organisation.ts'
import { contrastOn } from '../platform/value/readable-colour.ts'
import styles from './tag.form.module.css'
import { TagChip } from './tag-chip.tsx'
import { TagChoice } from './tag-choice.tsx'
import type { TagRow } from './tag-row.ts'
import { TagUses } from './tag-uses.tsx'

interface EditProps {
  row: TagRow
  onClose: () => void
}

export function CreateTag({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { open } = useListAddress()
  const own = useOwnOrganisation()
  return (
    <RecordForm
      endpoint={createTagEndpoint}
      body={createTagSchemas.body}
      title={t('tags.create')}
      verb={t('tags.create')}
      size="md"
      opened
      onClose={onClose}
      initial={{ text: '', color: tagColors.blue, description: '', organisation: own }}
      onDone={() => notify({ color: 'green', message: t('tags.created') })}
      goOn={(row) => open(String(row['id']))}
    >
      <LookFields />
      <RelatedField name="organisation" target={organisation} />
    </RecordForm>
  )
}

export function EditTag({ row, onClose }: EditProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={updateTagEndpoint}
      body={updateTagSchemas.body}
      params={{ id: row.id }}
      title={t('tags.edit_title')}
      verb={t('action.save')}
      size="md"
      opened
      onClose={onClose}
      initial={valuesOf(row)}
      present={presentRow(tag, row.id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('tags.saved') })}
    >
      <LookFields />
    </RecordForm>
  )
}

const valuesOf = ({ text, color, description }: TagRow | Tag) => ({ text, color, description: description ?? '' })

/** Merges a tag into another; the panel then shows the tag that stays. */
export function MergeTag({ row, onClose }: EditProps) {
  const { t } = useTranslation()
  const { open } = useListAddress()
  return (
    <RecordForm
      endpoint={mergeTagEndpoint}
      body={mergeTagSchemas.body}
      params={{ id: row.id }}
      title={t('tags.merge_title', { text: row.text })}
      verb={t('tags.merge_verb')}
      size="md"
      isDangerous
      opened
      onClose={onClose}
      initial={{ into: '' }}
      onDone={() => notify({ color: 'green', message: t('tags.merged', { text: row.text }) })}
      goOn={(stays) => open(String(stays['id']))}
    >
      <TagUses id={row.id} said="tags.merge_text" />
      <IntoField row={row} />
    </RecordForm>
  )
}

function LookFields() {
  return (
    <>
      <TextField name="text" maxLength={40} autoFocus />
      <div>
        <ColorField name="color" fallback={tagColors.blue} palette={tagColors} />
        <Preview />
      </div>
      <LongTextField name="description" />
    </>
  )
}

/** The chip as lists will show it, with its contrast. */
function Preview() {
  const { t, i18n } = useTranslation()
  const { text, color } = useFormValues()
  const shown = colorOf(color, tagColors.blue)
  const ratio = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(contrastOn(shown) ?? 0)
  return (
    <div className={styles.preview}>
      <TagChip tag={{ text: (typeof text === 'string' && text.trim()) || t('tags.example'), color: shown }} />
      <Text size="xs" c="dimmed">
        {t('tags.contrast', { ratio })}
      </Text>
    </div>
  )
}

function IntoField({ row }: { row: TagRow }) {
  const { t } = useTranslation()
  const { value, set, input } = useField({ name: 'into', label: t('tags.into') })
  return (
    <Input.Wrapper label={input.label} withAsterisk={input.withAsterisk} error={input.error} labelElement="div">
      <TagChoice
        merchant={row.merchant}
        except={row.id}
        value={typeof value === 'string' ? value : undefined}
        onChoose={set}
      />
    </Input.Wrapper>
  )
}
