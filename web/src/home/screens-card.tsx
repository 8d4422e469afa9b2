import { useTranslation } from 'react-i18next'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import type { ShownScreen } from '../platform/screen/screen.ts'
import { useScreenTitle } from '../platform/screen/use-screen.ts'
import { Section } from '../ui/section.tsx'
import list from './latest-card.module.css'

/** The screens of somebody of whose work nothing else stands here. */
export function ScreensCard({ screens }: { screens: readonly ShownScreen[] }) {
  const { t } = useTranslation()
  const titleOf = useScreenTitle()
  return (
    <Section title={t('home.screens')} text={t('home.screens_text')}>
      <ul className={list.list}>
        {screens.map((screen) => (
          <li key={screen.route}>
            <span>
              <AnchorLink to={screen.route as string}>{titleOf(screen)}</AnchorLink>
              <small>{t(`nav.${screen.label}.description`)}</small>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
