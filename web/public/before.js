// Runs before anything is drawn or loaded.
// The content security policy forbids eval, and zod would try whether it may: this says that it need not.
globalThis.__zod_globalConfig = { jitless: true }
// The chosen theme, so that a dark screen does not flash white.
const chosen = localStorage.getItem('kontor.theme')
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
