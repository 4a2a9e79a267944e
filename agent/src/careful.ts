// What a control may do for good, as far as its words tell: such controls are not tried unasked.
import { attributeOf, flatAncestors, matches } from "./dom.ts";
import { nameOf } from "./accessible.ts";

const word = (words: string): RegExp => new RegExp(`(?<!\\p{L})(${words})(?!\\p{L})`, "iu");

// What people read, in the languages that most pages speak.
const kRead: Array<[string, RegExp]> = [
  ["delete something", word(
    "delete|remove|erase|destroy|wipe|purge|deactivate|uninstall|revoke|löschen|entfernen|" +
    "supprimer|effacer|eliminar|borrar|elimina|excluir|apagar|" +
    "verwijderen|usuń|radera|slett|poista|удалить|видалити")],
  ["delete something", /删除|刪除|削除|삭제/],
  ["cost money", word(
    "buy|pay|purchase|check ?out|place order|order now|subscribe|donate|kaufen|bezahlen|bestellen|acheter|payer|" +
    "commander|comprar|pagar|acquista|paga|kopen|betalen|zapłać|köp|betala|køb|купить|оплатить")],
  ["cost money", /购买|支付|購入|결제|구매/],
  ["end the session", word(
    "log ?out|sign ?out|log ?off|abmelden|ausloggen|déconnexion|se déconnecter|cerrar sesión|sair|esci|disconnetti|" +
    "uitloggen|afmelden|wyloguj|logga ut|log ud|logg ut|выйти")],
  ["end the session", /退出|登出|ログアウト|로그아웃/],
];
// What authors write for themselves: "btn-delete", "signOut", "/account/logout".
const kWritten: Array<[string, RegExp]> = [
  ["delete something", word("delete|erase|destroy|purge|deactivate")],
  ["cost money", word("buy|pay|purchase|checkout|donate")],
  ["end the session", word("log ?out|sign ?out|log ?off")],
];
const kMarkup = ["id", "class", "name", "value", "href", "formaction", "data-method", "data-action", "data-testid"];

// "deleteUser", "delete_user" and "delete-user" are words, too.
const apart = (text: string): string => text.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[-_/?&=.]+/g, " ");

const inMarkup = (element: Element): string => kMarkup.map((name) => attributeOf(element, name) ?? "").join(" ");

// "delete something"; null when nothing says so.
export function riskOf(element: Element): string | null {
  const control = flatAncestors(element).find((at) => matches(at, "button, a, input, [role=button], [role=menuitem]"));
  const markup = apart(inMarkup(control ?? element));
  const name = nameOf(control ?? element);
  const found = kRead.find(([, words]) => words.test(name)) ?? kWritten.find(([, words]) => words.test(markup));
  return found ? found[0] : null;
}
