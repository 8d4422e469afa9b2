import { entities } from '@kontor/contract/entities'
import { listedEntities } from '@kontor/contract/reports/reported-entity'
import { partsOf } from '../workbook.ts'
import type { AnyAnswer, World } from '../world.ts'

interface Heard {
  /** As the description writes it. */
  template: string
  path: string
  status: number
  text: string
}

/** Asks every GET address of the description, with the ids that the answers before it had. */
export async function askEverything(world: World, who: string): Promise<Heard[]> {
  const { paths } = (await world.kontor.get('', '/v1/openapi.json')).body
  const templates = Object.keys(paths)
    .filter((path) => paths[path].get)
    .sort((one, other) => one.split('{').length - other.split('{').length)
  const heard: Heard[] = []
  for (const template of templates)
    for (const path of await addressesOf(world, who, template))
      heard.push({ template, path, ...(await ask(world, who, path)) })
  return heard
}

/** What an address answers, a workbook as the text of its parts. */
export async function ask(world: World, who: string, path: string): Promise<{ status: number; text: string }> {
  const headers = who.startsWith('kontor_') ? { authorization: `Bearer ${who}` } : { cookie: who }
  const response = await fetch(world.kontor.url + path, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isWorkbook = response.headers.get('content-type')?.includes('spreadsheetml')
  return { status: response.status, text: isWorkbook ? [...partsOf(bytes).values()].join(' ') : bytes.toString() }
}

/** Rows of one list that are asked for one by one. */
const mostRows = 12

/** The address, with its files in each format and its relations, or one for each row that its list had. */
async function addressesOf(world: World, who: string, template: string): Promise<string[]> {
  const [before = '', rest] = template.split(/\/\{\w+\}/, 2)
  if (!template.includes('{')) return formsOf(template)
  const { status, text } = await ask(world, who, before)
  if (status !== 200) return [template.replaceAll(/\{\w+\}/g, world.a.merchant)]
  const rows: AnyAnswer = JSON.parse(text)
  const ids: string[] = (Array.isArray(rows) ? rows : []).map((row) => row.id).filter(Boolean)
  const after = template.slice(before.length).replace(/^\/\{\w+\}/, '')
  const whole = ids.slice(0, mostRows).map((id) => `${before}/${id}${after}`)
  if (rest === undefined || !after.includes('{')) return whole.flatMap(formsOf)
  return (await Promise.all(whole.map((each) => addressesOf(world, who, each)))).flat()
}

function formsOf(path: string): string[] {
  const entity = listedEntities.find(({ resource }) => path === `/v1/${resource}` || path === `/v1/${resource}/export`)
  const columns = entity ? `&_columns=${Object.keys(entity.fields).join()}` : ''
  if (path.endsWith('/export'))
    return ['csv', 'csv_nl', 'xlsx', 'json'].map((format) => `${path}?format=${format}${columns}`)
  if (entity && entities.includes(entity)) return [`${path}?_limit=100&_populate=${entity.populate.join()}`]
  return [path]
}
