import './page/fields.css'
import { parentOf } from './page/parent.ts'

// The page says why there are no fields; its parent need not wait for them.
const { parent: origin = '', scheme } = document.body.dataset
const isDark = scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.dataset.scheme = isDark ? 'dark' : 'light'
parentOf(origin, () => Promise.reject(new Error('there are no fields'))).ready()
