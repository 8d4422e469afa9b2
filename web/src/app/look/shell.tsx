import styles from './shell.module.css'
import width from './width.module.css'
import './shell-styles.ts'
import type { Session } from '@kontor/contract/identity/session'
import { listedEntities } from '@kontor/contract/reports/reported-entity'
import { AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { currentSession, watchSession } from '../../identity/session.ts'
import { EntitiesContext } from '../../platform/api/related.ts'
import { useScope } from '../../platform/api/scope.ts'
import { useKey } from '../../platform/keys.ts'
import { ListLinkContext } from '../../platform/list/list-link.ts'
import { ScreensContext, ScreensOfContext } from '../../platform/screen/use-screen.ts'
import { useViewer, ViewerContext } from '../../platform/viewer.ts'
import { ReportOfList } from '../../reports/report-of-list.tsx'
import { keepFocus } from '../focus/keep-focus.ts'
import { useKeyboard } from '../keys/use-keyboard.ts'
import { MerchantBar } from '../merchant-view/merchant-bar.tsx'
import { NoMerchant, useIsNoMerchant } from '../merchant-view/merchant-gate.tsx'
import { OrganisationSelector } from '../merchant-view/organisation-selector.tsx'
import { useViewerHere } from '../merchant-view/use-viewer-here.ts'
import { hasModules, screensFor } from '../navigation/navigation.ts'
import { Navigation } from '../navigation/navigation-list.tsx'
import { PageNotFound } from '../pictures.tsx'
import { LanguageMenu, ThemeMenu } from '../preference-menus.tsx'
import { queries } from '../queries.ts'
import { SearchButton } from '../search/search-button.tsx'
import { IdleWarning } from '../session/idle-warning.tsx'
import { TestClock } from '../test-clock/test-clock.tsx'
import { useOwnLook } from '../use-own-look.ts'
import { UserMenu } from '../user-menu.tsx'

const SearchPalette = lazy(() =>
  import('../search/search-palette.tsx').then((module) => ({ default: module.SearchPalette })),
)
const KeysDialog = lazy(() => import('../keys/keys.dialog.tsx').then((module) => ({ default: module.KeysDialog })))
const entitiesByName = new Map(listedEntities.map((entity) => [entity.name, entity]))

/** The frame around every screen behind the sign-in. */
export function Shell() {
  const session = useSyncExternalStore(watchSession, currentSession)
  useOwnLook(session)
  if (!session) return null
  return (
    <QueryClientProvider client={queries}>
      <SignedIn session={session} />
    </QueryClientProvider>
  )
}

function SignedIn({ session }: { session: Session }) {
  const { merchant } = useScope()
  const viewer = useViewerHere(session)
  return (
    <ViewerContext value={viewer}>
      <EntitiesContext value={entitiesByName}>
        <ScreensContext value={screensFor(viewer, merchant !== undefined)}>
          <ScreensOfContext value={screensFor}>
            <ListLinkContext value={ReportOfList}>
              <Frame />
            </ListLinkContext>
          </ScreensOfContext>
        </ScreensContext>
        <IdleWarning />
      </EntitiesContext>
    </ViewerContext>
  )
}

function Frame() {
  const { t } = useTranslation()
  const scope = useScope()
  const view = scope.merchant ?? ''
  // Nothing of the frame speaks of a merchant that does not exist.
  const isNoMerchant = useIsNoMerchant()
  const isInMerchant = scope.merchant !== undefined && !isNoMerchant
  const [isDrawerOpen, drawer] = useDisclosure()
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const [wantsIcons, setIcons] = useLocalStorage({
    key: 'kontor.icons',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const isIcons = wantsIcons && isWide
  const search = useLateDialog()
  const keys = useLateDialog()
  useKeyboard(search.open)
  useKey({ keys: ['?'], label: 'keys.title', run: keys.open })
  useEffect(keepFocus, [])

  return (
    <AppShell
      padding={{ base: 'sm', sm: 'lg' }}
      header={{ height: isInMerchant ? 92 : 52 }}
      navbar={{
        width: isIcons ? 60 : 240,
        breakpoint: 'sm',
        collapsed: { mobile: !isDrawerOpen || isNoMerchant, desktop: isNoMerchant },
      }}
      transitionDuration={120}
    >
      <AppShell.Header>
        <a href="#main" className={styles.skip}>
          {t('nav.skip')}
        </a>
        {isInMerchant && <MerchantBar merchant={view} />}
        <Group h={52} px="md" gap="sm" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            {!isNoMerchant && (
              <Burger
                size="sm"
                hiddenFrom="sm"
                opened={isDrawerOpen}
                onClick={drawer.toggle}
                aria-label={t('nav.open')}
                aria-expanded={isDrawerOpen}
              />
            )}
            <img src="/icon.svg" alt="Kontor" width={24} height={24} className={width.wideOnly} />
            {!isNoMerchant && <OrganisationSelector />}
          </Group>
          <Group gap={6} wrap="nowrap">
            <TestClock />
            <SearchButton onOpen={search.open} />
            <LanguageMenu />
            <ThemeMenu />
            <UserMenu onKeys={keys.open} />
          </Group>
        </Group>
      </AppShell.Header>
      {!isNoMerchant && (
        <AppShell.Navbar aria-label={t('nav.label')}>
          {/* The key makes new links for each view: a link keeps the address that it was created for. */}
          <Navigation key={view} isIcons={isIcons} onToggle={() => setIcons(!wantsIcons)} onGo={drawer.close} />
        </AppShell.Navbar>
      )}
      <AppShell.Main id="main" tabIndex={-1} className={styles.main}>
        <div key={view} className={styles.page} data-scroll-restoration-id="page">
          {isNoMerchant ? <NoMerchant /> : <Here />}
        </div>
      </AppShell.Main>
      <Suspense fallback={null}>
        {search.isWanted && <SearchPalette opened={search.isOpen} onClose={search.close} />}
        {keys.isWanted && <KeysDialog opened={keys.isOpen} onClose={keys.close} />}
      </Suspense>
    </AppShell>
  )
}

/** The screen of the address, unless it belongs to a part of the product that the merchant in view lacks. */
function Here() {
  const viewer = useViewer()
  const screens = useMatches({ select: (matches) => matches.map(({ staticData }) => staticData.screen) })
  const isLacking = screens.some((screen) => screen !== undefined && !hasModules(screen, viewer))
  return isLacking ? <PageNotFound /> : <Outlet />
}

/** A dialog that is loaded at its first opening, and stays mounted so that it closes in the usual way. */
function useLateDialog() {
  const [state, setState] = useState<'unwanted' | 'opened' | 'closed'>('unwanted')
  return {
    isWanted: state !== 'unwanted',
    isOpen: state === 'opened',
    open: () => setState('opened'),
    close: () => setState('closed'),
  }
}
