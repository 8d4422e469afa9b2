import { createTagEndpoint } from '@kontor/contract/tags/tag.endpoints'
import { type Tag, tag } from '@kontor/contract/tags/tag.entity'
import { Button, Group } from '@mantine/core'
import { IconExternalLink, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordForm } from '../../platform/form/record-form.tsx'
import { RelatedField } from '../../platform/form/related/related-field.tsx'
import { IfMay } from '../../platform/if-may.tsx'
import { useIsOverAll } from '../../platform/screen/use-transactions-route.ts'
import { useMay } from '../../platform/viewer.ts'
import type { TagMade } from './new-tag.tsx'

interface TagFieldProps {
  /** The merchant of the tags; default: the merchant in view. */
  merchant: string | undefined
  /** A tag that was just made: it is chosen. */
  made: TagMade | undefined
  onMake: (() => void) | undefined
}

/** The tag of a ruleset, with the way to a new one and to the list of tags. */
export function TagField({ merchant, made, onMake }: TagFieldProps) {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const tags: string = useIsOverAll() ? '/psp/tags' : '/tags'
  const mayManage = useMay(tag.roles.list)
  const choose = useEffectEvent((id: string) => form.setFieldValue('tag', id))
  useEffect(() => {
    if (made) choose(made.id)
  }, [made])
  return (
    <div>
      <RelatedField<Tag>
        name="tag"
        target={tag}
        isRequired
        query={{ _sort: 'text', ...(merchant ? { merchant } : {}) }}
        titleOf={({ text }) => text}
      />
      <Group gap="md" mt={6}>
        <IfMay do={createTagEndpoint}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={onMake}
          >
            {t('rulesets.new_tag')}
          </Button>
        </IfMay>
        {mayManage && (
          <Button
            size="compact-sm"
            variant="subtle"
            rightSection={<IconExternalLink size={14} aria-hidden="true" />}
            // What is filled in stays in this tab.
            renderRoot={(props) => <Link {...props} to={tags} target="_blank" rel="noreferrer" />}
          >
            {t('rulesets.manage_tags')}
          </Button>
        )}
      </Group>
    </div>
  )
}
