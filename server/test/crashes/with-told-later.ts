// Loaded before a server that has this gateway too.
import { gateways } from '../../src/processors/gateways.ts'
import { toldLaterGateway } from './told-later.ts'

gateways.push(toldLaterGateway)
