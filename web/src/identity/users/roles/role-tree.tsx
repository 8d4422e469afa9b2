import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Fieldset.layer.css'
import { describeRole } from '@kontor/contract/descriptions/role-descriptions'
import type { Role } from '@kontor/contract/roles'
import { Checkbox, Fieldset, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../platform/value/language.ts'
import typography from '../../../ui/words/typography.module.css'
import { foundIn, groupsOf, includedBy, type RoleGroup } from './role-groups.ts'
import styles from './role-tree.module.css'

interface RoleTreeProps {
  label: string
  value: readonly Role[]
  onChange: (roles: Role[]) => void
  /** The roles that the viewer may grant. Others are shown with the reason why they cannot be ticked. */
  grantable: readonly Role[]
}

/**
 * The roles by area, as groups of checkboxes that open and close. Areas of which something is chosen are open at first;
 * a search opens whatever it finds.
 */
export function RoleTree({ label, value, onChange, grantable }: RoleTreeProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const searched = useDeferredValue(typed)
  // Roles from before stay tickable, so that a slip can be taken back.
  const [present] = useState(value)
  const offered = useMemo(() => new Set([...grantable, ...present]), [grantable, present])
  const groups = useMemo(() => groupsOf([...offered], t('roles.whole'), language), [offered, t, language])
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(groupsWith(groups, value)))
  const shown = foundIn(groups, searched, language)
  const included = includedBy(value)
  const set = (roles: readonly Role[], isTicked: boolean) =>
    onChange(isTicked ? [...new Set([...value, ...roles])] : value.filter((role) => !roles.includes(role)))
  return (
    <Fieldset legend={label} className={styles.tree}>
      <TextInput
        type="search"
        size="sm"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        aria-label={t('roles.search')}
        placeholder={t('roles.search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p className={typography.sub} aria-live="polite">
        {shown.length === 0 ? t('roles.none_found') : t('roles.chosen', { count: value.length })}
      </p>
      {shown.map((group) => (
        <Group
          key={group.name}
          group={group}
          isOpen={searched.trim() !== '' || opened.has(group.name)}
          onToggle={() => setOpened((before) => new Set(before).symmetricDifference(new Set([group.name])))}
          {...{ value, offered, included, set }}
        />
      ))}
    </Fieldset>
  )
}

/** Those that have one of the roles, and always the roles for everything. */
const groupsWith = (groups: readonly RoleGroup[], value: readonly Role[]): string[] =>
  groups
    .filter(({ name, roles }) => name === 'whole' || roles.some((role) => value.includes(role)))
    .map(({ name }) => name)

interface GroupProps {
  group: RoleGroup
  isOpen: boolean
  onToggle: () => void
  value: readonly Role[]
  offered: ReadonlySet<Role>
  included: ReadonlyMap<Role, Role>
  set: (roles: readonly Role[], isTicked: boolean) => void
}

function Group({ group, isOpen, onToggle, ...choosing }: GroupProps) {
  const { t } = useTranslation()
  const id = useId()
  const { value } = choosing
  const held = group.roles.filter((role) => value.includes(role)).length
  return (
    <div className={styles.group}>
      <div className={styles.head}>
        {group.name !== 'whole' && <WholeGroup group={group} {...choosing} />}
        <UnstyledButton className={styles.title} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <IconChevronRight size={16} aria-hidden="true" data-open={isOpen || undefined} className={styles.chevron} />
          <span>
            {group.title}
            {group.about && <span className={styles.about}>{group.about}</span>}
          </span>
          {held > 0 && <span className={styles.count}>{t('roles.held', { held, count: group.roles.length })}</span>}
        </UnstyledButton>
      </div>
      <fieldset id={id} aria-label={group.title} className={styles.roles} hidden={!isOpen}>
        {isOpen && group.roles.map((role) => <RoleBox key={role} role={role} {...choosing} />)}
      </fieldset>
    </div>
  )
}

type Choosing = Pick<GroupProps, 'value' | 'offered' | 'included' | 'set'>

/** Ticks or unticks every role of the group that may be granted. */
function WholeGroup({ group, value, offered, set }: Choosing & { group: RoleGroup }) {
  const { t } = useTranslation()
  const givable = group.roles.filter((role) => offered.has(role))
  const isFull = givable.length > 0 && givable.every((role) => value.includes(role))
  return (
    <Checkbox
      aria-label={t('roles.all_of', { group: group.title })}
      checked={isFull}
      indeterminate={!isFull && group.roles.some((role) => value.includes(role))}
      disabled={givable.length === 0}
      onChange={() => set(givable, !isFull)}
    />
  )
}

/** A role in words. One that another role includes says so and can still be ticked: some screens ask for it by name. */
function RoleBox({ role, value, offered, included, set }: Choosing & { role: Role }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const whole = included.get(role)
  const isLacked = !offered.has(role)
  return (
    <Checkbox
      label={describeRole(role, language)}
      description={
        <>
          <code>{role}</code>
          {whole && !value.includes(role) && (
            <span className={styles.included}>
              <IconCheck size={12} aria-hidden="true" /> {t('roles.included', { role: describeRole(whole, language) })}
            </span>
          )}
          {isLacked && <span className={styles.lacked}>{t('roles.lacked')}</span>}
        </>
      }
      checked={value.includes(role)}
      disabled={isLacked}
      onChange={(event) => set([role], event.currentTarget.checked)}
    />
  )
}
