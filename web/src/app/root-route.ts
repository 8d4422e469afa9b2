import { createBrowserHistory, createRootRoute } from '@tanstack/react-router'
import { currentSession } from '../identity/session.ts'
import { splitAddress } from '../platform/api/merchant-address.ts'
import { currentScope, type Scope, setScope } from '../platform/api/scope.ts'
import { chosenOrganisation } from './merchant-view/chosen-organisation.ts'
import { Root } from './root.tsx'

export const history = createBrowserHistory()
const followScope = () => setScope(scopeOf(history.location.pathname))
history.subscribe(followScope)

function scopeOf(pathname: string): Scope {
  const session = currentSession()
  if (!session || session.psp) return splitAddress(pathname).scope
  const organisation = chosenOrganisation(session.id)
  return organisation ? { organisation } : {}
}

export const rootRoute = createRootRoute({
  component: Root,
  // The route sets the view, so that the view changes on screen together with the page.
  beforeLoad: () => {
    followScope()
    return { scope: currentScope() }
  },
})
