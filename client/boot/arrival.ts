/** The inline script in the head of the home page: leads to the page in the remembered language before the first paint. */
import { redirectOnArrival } from './remembered-locale'

redirectOnArrival()
