import type { Definition } from '@kontor/contract/endpoint'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { Section } from '../../ui/section.tsx'

interface ConfiguredSectionProps {
  title: string
  text: string
  /** The name of the button for people who hear it without its section. It has the word that the button shows (WCAG 2.5.3). */
  change: string
  endpoint: Definition
  merchant: string
  fields: ComponentProps<typeof FieldList>['fields']
  form: (close: () => void) => ReactNode
}

/** Fields that one form changes; the form is open where its draft waits. */
export function ConfiguredSection({ title, text, change, endpoint, merchant, fields, form }: ConfiguredSectionProps) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(useHasDraft(draftName(endpoint, merchant)))
  return (
    <Section
      title={title}
      text={text}
      action={
        <IfMay do={endpoint}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden="true" />}
            aria-label={change}
            onClick={() => setEditing(true)}
          >
            {t('action.edit')}
          </Button>
        </IfMay>
      }
    >
      <FieldList fields={fields} />
      {isEditing && <Suspense fallback={null}>{form(() => setEditing(false))}</Suspense>}
    </Section>
  )
}
