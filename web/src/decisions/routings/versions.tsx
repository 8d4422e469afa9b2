import { restoreRoutingEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import { routing } from '@kontor/contract/decisions/routings/routing.entity'
import type { Branch } from '@kontor/contract/decisions/routings/tree.rules'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import type { Change, History } from '@kontor/contract/platform/history'
import { Text } from '@mantine/core'
import { IconArrowBackUp, IconCirclePlus, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { Timeline, TimelineRow } from '../../platform/panel/timeline.tsx'
import { useActorText } from '../../platform/value/actor.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import typography from '../../ui/words/typography.module.css'
import { treeChanges } from './editor/tree-changes.ts'
import { type TreeNames, useTreeWords } from './editor/tree-words.ts'
import foundList from './form/found-list.module.css'
import { TreeText } from './tree-text.tsx'

/** A version of a routing, out of the trail of changes. */
interface Version {
  number: number
  tree: Branch
  /** The currency of its amounts. */
  currency: string
  /** The version before; undefined: it is the first. */
  before: Pick<Version, 'tree' | 'currency'> | undefined
  change: Change
}

interface VersionsProps {
  id: string
  /** The present version. */
  version: number
  known: TreeNames
}

/** The versions of a routing, each with what changed in its tree, and the way back to it. */
export function Versions({ id, version, known }: VersionsProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(entityEndpoints(routing).history, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  const versions = versionsOf(data, known.currency)
  if (versions.length === 0) return <Text size="sm">{t('history.none')}</Text>
  return (
    <Timeline reversed>
      {versions.toReversed().map((each) => (
        <TimelineRow
          key={each.number}
          icon={each.before ? IconPencil : IconCirclePlus}
          when={<By change={each.change} />}
        >
          <strong>{t('routings.version', { version: each.number })}</strong>
          <Fields version={each} read={data} />
          <TreeChanges version={each} names={{ ...data.names, ...known.names }} />
          {each.number !== version && (
            <Restore id={id} version={version} restored={each} known={{ ...known, currency: each.currency }} />
          )}
        </TimelineRow>
      ))}
    </Timeline>
  )
}

/** The oldest first. A change that is not of the tree leaves it as it was; the same of its currency. */
function versionsOf({ changes }: History, present: string): Version[] {
  const versions: Version[] = []
  for (const change of changes.toReversed()) {
    const after = (field: string) => change.fields.find((each) => each.field === field)?.after
    const number = after('version')
    const before = versions.at(-1)
    // The casts are safe: only checked trees and currencies are stored.
    const tree = (after('details') as Branch | undefined) ?? before?.tree
    const currency = (after('currency_code') as string | undefined) ?? before?.currency ?? present
    if (change.part === null && typeof number === 'number' && tree)
      versions.push({ number, tree, currency, before, change })
  }
  return versions
}

function By({ change: { at, actor_kind, actor_name, acted_as_merchant } }: { change: Change }) {
  const { t } = useTranslation()
  const actorOf = useActorText()
  const name = actorOf(actor_kind, actor_name)
  return (
    <>
      <Instant value={at} hasSeconds />
      <span className={typography.anywhere}>{acted_as_merchant ? t('history.by_provider', { name }) : name}</span>
    </>
  )
}

const told = {
  name: 'name',
  payment_product: 'payment_product',
  currency_code: 'currency_code',
  organisation_id: 'organisation',
} as const

/** What changed besides the tree. */
function Fields({ version: { before, change }, read }: { version: Version; read: History }) {
  const labels = useLabels()
  if (!before) return null
  const changed = change.fields.filter(({ field }) => field in told)
  const textOf = (name: string, value: unknown) =>
    name === 'payment_product'
      ? labels.value(name, undefined, String(value))
      : (read.names[String(value)] ?? String(value))
  return changed.map(({ field, before: was, after }) => {
    const name = told[field as keyof typeof told]
    return (
      <Text key={field} size="sm">
        {labels.field(routing, name)}: <del>{textOf(name, was)}</del> <ins>{textOf(name, after)}</ins>
      </Text>
    )
  })
}

function TreeChanges({ version, names }: { version: Version; names: TreeNames['names'] }) {
  const { t } = useTranslation()
  const { before, tree, currency } = version
  const words = useTreeWords({ currency, names })
  const wordsBefore = useTreeWords({ currency: before?.currency ?? currency, names })
  if (!before) return <TreeText tree={tree} known={{ currency, names }} />
  const changes = treeChanges(before.tree, tree)
  return (
    <ul className={foundList.changes}>
      {changes.map(({ kind, branch }) => (
        <li key={`${kind} ${branch.id}`}>
          <Text size="sm">
            {t(`routings.changed.${kind}`, {
              branch: (kind === 'removed' ? wordsBefore : words).branchText(branch),
            })}
          </Text>
        </li>
      ))}
    </ul>
  )
}

interface RestoreProps {
  id: string
  version: number
  restored: Version
  known: TreeNames
}

function Restore({ id, version, restored, known }: RestoreProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { number, tree } = restored
  return (
    <IfMay do={restoreRoutingEndpoint}>
      <ActionButton
        icon={IconArrowBackUp}
        label={t('history.back')}
        named={t('history.back_named', { version: number })}
        onClick={() => setOpen(true)}
      />
      <ConfirmCommand
        endpoint={restoreRoutingEndpoint}
        params={{ id }}
        body={{ version, restored: number }}
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('history.back_title', { version: number })}
        text={
          <>
            <Text size="sm">{t('routings.restore_text')}</Text>
            <TreeText tree={tree} known={known} />
          </>
        }
        verb={t('history.back')}
        done={t('routings.restored', { version: number })}
      />
    </IfMay>
  )
}
