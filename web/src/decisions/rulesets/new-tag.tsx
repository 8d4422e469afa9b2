import { createTagEndpoint } from '@kontor/contract/tags/tag.endpoints'
import { tagColors } from '@kontor/contract/tags/tag.rules'
import { createTagSchemas } from '@kontor/contract/tags/tag.schemas'
import { useTranslation } from 'react-i18next'
import { ColorField } from '../../platform/form/color-field.tsx'
import { TextField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { useOwnOrganisation } from '../../platform/own-organisation.ts'

export interface TagMade {
  id: string
}

interface NewTagProps {
  /** The merchant of the ruleset, whose own the tag becomes; default: that in view. */
  merchant: string | undefined
  onMade: (made: TagMade) => void
  onClose: () => void
}

/** Makes a tag with its text and colour (001 section 2.6). */
export function NewTag({ merchant, onMade, onClose }: NewTagProps) {
  const { t } = useTranslation()
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
      initial={{ text: '', color: tagColors.blue, organisation: own || merchant || '' }}
      like="ruleset"
      onDone={({ id }) => {
        notify({ color: 'green', message: t('tags.created') })
        onMade({ id: String(id) })
      }}
    >
      <TextField name="text" maxLength={40} autoFocus />
      <ColorField name="color" fallback={tagColors.blue} palette={tagColors} />
    </RecordForm>
  )
}
