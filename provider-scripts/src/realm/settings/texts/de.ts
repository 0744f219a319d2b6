/** German labels and sentences of the settings; only the administrators' pages have them. */
import type { SettingTexts } from './en.ts';

export const DE: SettingTexts = {
  lifetime: {
    label: 'Gültigkeit von Links',
    text: 'Wie lange ein Link nach dem Senden verwendet werden kann, in Sekunden.',
  },
  signUp: {
    label: 'Registrierung',
    text: 'closed: Nur bestehende Konten melden sich an, in einem Linkgate-Realm auch Besitzer eines Einladungscodes. open: Ein Link legt bei seiner Verwendung auch ein Konto für eine neue Adresse an; in einem gewöhnlichen Keycloak-Realm nur, wenn er die Benutzerregistrierung erlaubt.',
  },
  confirm: {
    label: 'Bestätigungsseite',
    text: 'Verlangt einen Klick, bevor ein Link anmeldet, damit ein Mailscanner, der Links öffnet, keinen verbraucht. new-browser: nur, wenn der Link in einem anderen Browser geöffnet wird als dem, der ihn angefordert hat; bei Links, die eine App anfordert, ist das immer so.',
  },
  bindIp: {
    label: 'An die IP-Adresse binden',
    text: 'Ein Link funktioniert nur von der IP-Adresse, die ihn angefordert hat (IPv6: aus demselben /64). Das geht nicht bei Apps, die Links von ihrem eigenen Server anfordern, oder wenn E-Mails in einem anderen Netzwerk gelesen werden.',
  },
  emailContains: {
    label: 'Inhalt der E-Mail',
    text: 'link-and-code: Die E-Mail enthält auch einen sechsstelligen Code, der auf der Seite eingegeben werden kann, die den Link angefordert hat. Von einer App angeforderte Links haben keinen. code: Die E-Mail enthält nur einen Code, länger als neben einem Link, der nur im anfordernden Browser funktioniert. Apps und Backends können dann keine Links senden lassen, und ein anderswo geöffneter Link meldet niemanden an.',
  },
  crossDevice: {
    label: 'Geräteübergreifende Anmeldung',
    text: 'Ein Link, der in einem anderen Browser geöffnet wird als dem, der ihn angefordert hat, bietet an, dort statt hier anzumelden: mit drei Ziffern, welche die anfordernde Seite zeigt. Nie bei Konten mit Administratorrollen, für ein neues Passwort oder zum Verknüpfen eines Identitätsanbieters.',
  },
  rememberDevice: {
    label: 'Geräte merken',
    text: 'Ein Browser, in dem ein Link verwendet wurde, zeigt dessen Konten zur Auswahl, sodass ihre Adressen nicht erneut eingegeben werden müssen.',
  },
  emailSender: {
    label: 'Versand von E-Mails',
    text: 'smtp: Linkgate sendet über Verbindungen zum Mailserver des Realms, die es offen hält. provider: Der in diesem Keycloak installierte E-Mail-Sender (ein EmailSenderProvider, etwa für die API eines E-Mail-Dienstes) sendet und erhält Adresse, Betreff und Texte; die Header, die Linkgate hinzufügt, werden nicht gesendet.',
  },
  unverified: {
    label: 'Unbestätigte Konten',
    text: 'Ein Konto, dessen E-Mail-Adresse unbestätigt ist und das Anmeldedaten oder Verknüpfungen mit Identitätsanbietern hat, kann von einem anderen Benutzer eingerichtet worden sein. reject: Es erhält keinen Link. claim: Ein Link entfernt sie. Der Link für ein vergessenes Passwort tut das immer.',
  },
  passkeys: {
    label: 'Passkeys',
    text: 'Bietet nach einem Link oder Code einen Passkey an, außer wenn dem Schritt ein anderer Faktor vorausgeht, und nimmt Passkeys auf der Seite des Schritts an, wenn sie nach der Adresse fragt.',
  },
  shield: {
    label: 'Aufgabe vor E-Mails',
    text: 'always: Ein Browser, der eine E-Mail anfordert, löst zuerst eine kleine Rechenaufgabe, ebenso eine App, die eine für ihren Benutzer anfordert; Skripte, die Tausende anfordern, zahlen für jede. Nie verlangt von Backends, von Browsern, die sich das Konto gemerkt haben, oder wo ein Link, Code oder Passkey verwendet wird. suspicious: ebenso, aber nur für Anforderungen, die nach einem Skript aussehen: das Limit nach IP-Adresse ist zur Hälfte verbraucht, eine Adresse wird in vielen Netzwerken eingegeben, oder weit mehr Adressen als üblich haben kein Konto.',
  },
  'linkgate.enabled': {
    label: 'Linkgate-Realm',
    text: 'Macht den Realm zu einem Linkgate-Realm; ein gewöhnlicher Keycloak-Realm bleibt unverändert.',
  },
  'linkgate.backend-links': {
    label: 'Links per API',
    text: 'Lässt Backends Links anfordern. Ausgeschaltet werden auch zurückgegebene Links ungültig, die nicht verwendet wurden.',
  },
  'linkgate.invitations': {
    label: 'Einladungen',
    text: 'Lässt Administratoren Benutzer einladen. Ausgeschaltet werden auch gesendete Einladungen ungültig.',
  },
  'linkgate.passkeys': {
    label: 'Passkeys',
    text: 'Bietet Benutzern nach einer Anmeldung per E-Mail einen Passkey an und lässt sie sich damit anmelden.',
  },
  'linkgate.passkey-offers': {
    label: 'Angebote eines Passkeys',
    text: 'Bei wie vielen Anmeldungen auf einem Gerät ein Passkey angeboten wird, und nach wie vielen Tagen erneut; 0 Tage: nie wieder.',
  },
  'linkgate.new-device-notices': {
    label: 'Hinweise auf neue Geräte',
    text: 'Eine E-Mail meldet Benutzern eine Anmeldung auf einem Gerät, das sie nicht kennt, mit einem Link, der beendet, was daraus entstanden ist.',
  },
  'linkgate.email-routes': {
    label: 'E-Mail-Routen',
    text: 'Wie E-Mails gesendet werden, in der Reihenfolge, in der Routen versucht werden: smtp für den eigenen Mailserver des Realms, andere mit Name, Art und Optionen, durch Semikolons getrennt. Die nächste Route dient nur dem, was die vorige nicht annehmen konnte; nie einer E-Mail, die diese angenommen haben kann. Geheimnisse sind Verweise in den Vault von Keycloak.',
  },
  'linkgate.email-headers': {
    label: 'E-Mail-Header',
    text: 'Header, die E-Mails hinzugefügt werden, durch senkrechte Striche getrennt. Die eines Clients ersetzen die des Realms.',
  },
  'linkgate.sender-domains': {
    label: 'Domains von Absendern',
    text: 'Die Domains, die die Absender der E-Mails von Clients haben dürfen, neben dem Absender des Realms.',
  },
  'linkgate.all-emails': {
    label: 'Alle E-Mails über die Routen',
    text: 'Auch Keycloaks eigene E-Mails (Bestätigung, Zurücksetzen, erforderliche Aktionen, Einladungen in Organisationen, Ereignisse) nehmen die Routen des Realms, von seinem Absender. Sonst gehen sie wie ohne Linkgate.',
  },
  'linkgate.dkim-selectors': {
    label: 'Schlüssel der Signaturen',
    text: 'Die Namen (Selektoren) der DKIM-Schlüssel, mit denen Ihr Mailserver oder Dienst signiert, für die Prüfung des Absenders. Die einiger Dienste sind bekannt.',
  },
  'linkgate.email-days': {
    label: 'Gedächtnis für E-Mails',
    text: 'Wie viele Tage die Seite Benutzer zeigt, was aus einer E-Mail wurde: 1 bis 90; gespeichert wird es mindestens 14 Tage. Nur solange eine Route das meldet.',
  },
  'linkgate.mailbox-hosts': {
    label: 'Postfächer auf der Übersicht',
    text: 'Bis zu zehn Domains von Adressen, die die Übersicht einzeln zählt, neben denen großer Anbieter. Alle anderen werden zusammen gezählt.',
  },
  'linkgate.limit-sub-addresses': {
    label: 'Limits je Postfach',
    text: 'Limits zählen ada+1@… als ada@…, was auch immer nach dem Pluszeichen steht. Sonst erhält ein Postfach so viele E-Mails, wie es solche Adressen hat. Konten und Adressen bleiben, wie sie sind.',
  },
  'linkgate.limit-dotless-domains': {
    label: 'Domains, die Punkte ignorieren',
    text: 'Domains, deren Mailserver Punkte vor dem @ ignorieren: Limits zählen a.da@… dort als ada@….',
  },
  'linkgate.sign-up-rules': {
    label: 'Regeln für die Registrierung',
    text: 'Ob die Listen gesperrter und erlaubter Adressen und Domains und die Einstellungen darunter entscheiden, wer sich registrieren darf. Eine abgelehnte Adresse sieht die übliche Seite und bekommt keinen Link.',
  },
  'linkgate.sign-up-unlisted': {
    label: 'Adressen, die keine Liste nennt',
    text: 'Was mit einer neuen Adresse geschieht, die weder gesperrt noch erlaubt ist. reject: Nur Adressen und Domains auf den Listen registrieren sich.',
  },
  'linkgate.sign-up-disposable': {
    label: 'Wegwerfadressen',
    text: 'Was mit neuen Adressen bei Domains für Wegwerfadressen geschieht, wenn sie nicht erlaubt sind. note: Nur das Ereignis des neuen Kontos nennt sie. challenge: Wer eine eingibt, löst zuerst eine Aufgabe, als wäre der Schutz eingeschaltet. reject: Sie registrieren sich nicht.',
  },
  'linkgate.sign-up-disposable-list': {
    label: 'Liste der Wegwerfdomains',
    text: 'Die https-Adresse einer Liste von Domains für Wegwerfadressen, eine je Zeile, anstelle der eingebauten und der eigenen Liste des Realms. Sie wird täglich abgerufen, solange die Regeln Wegwerfadressen behandeln; solange das nicht gelingt, bleibt die letzte Liste.',
  },
  'linkgate.sign-up-include': {
    label: 'Was die Regeln einschließen',
    text: 'Worüber die Regeln außer neuen Konten entscheiden, die Benutzer selbst anlegen. invitations und backends: die Konten, die Einladungen und Backends anlegen. sign-ins: E-Mails an bestehende Konten. address-changes: neue Adressen von Konten.',
  },
  'linkgate.sign-up-tell': {
    label: 'Wer von einer Ablehnung erfährt',
    text: 'Die Regeln, bei denen eine abgelehnte Adresse eine E-Mail mit dem Grund bekommt, höchstens eine am Tag: denied, unlisted, disposable. Wer die Adresse eingibt, erfährt auf der Seite nichts.',
  },
  'linkgate.account-page': {
    label: 'Eigene Seite der Benutzer',
    text: 'Benutzer haben eine eigene Seite, /my-account: Adresse, Sitzungen, Geräte, Passkeys und Anwendungen.',
  },
  'linkgate.account-deletion': {
    label: 'Löschen durch Benutzer',
    text: 'Benutzer dürfen ihr Konto auf ihrer eigenen Seite löschen; Administratoren dürfen es nicht.',
  },
  'linkgate.client-id-metadata-documents': {
    label: 'Client-ID-Metadaten-Dokumente',
    text: 'Eine Anwendung darf sich durch ein Dokument ausweisen. trusted: nur eine von einer vertrauten Domain; approval: auch jede andere, die dann auf Freigabe wartet.',
  },
  'linkgate.trusted-client-domains': {
    label: 'Vertraute Domains',
    text: 'Die Domains, deren Anwendungen keine Freigabe brauchen, wenn sie sich selbst registrieren oder durch ein Dokument ausweisen.',
  },
  'linkgate.refresh-tokens-of-new-clients': {
    label: 'Refresh Tokens neuer Anwendungen',
    text: 'Welche Refresh Tokens eine Anwendung erhält, die sich selbst registriert oder durch ein Dokument ausweist, wenn sie neu ist.',
  },
  'linkgate.allowed-protocols': {
    label: 'Andere Protokolle',
    text: 'Protokolle, die neben OpenID Connect bedient werden; in ihnen wird die Freigabe einer Anwendung nicht geprüft.',
  },
  'linkgate.unknown-scopes': {
    label: 'Unbekannte Scopes',
    text: 'Was mit einer Anfrage geschieht, die einen Scope nennt, den ihre Anwendung nicht anfordern kann. reject: Sie ist invalid_scope; ignore: Die anderen Scopes werden erteilt.',
  },
  'linkgate.shield': {
    label: 'Aufgabe vor E-Mails',
    text: 'Was für einen Schritt gilt, der es nicht festlegt, und für eine Änderung der Adresse eines Kontos.',
  },
  'linkgate.shield-hashes': {
    label: 'Aufwand einer Aufgabe',
    text: 'Wie viele Hashes (Iterationen von PBKDF2 mit SHA-256) eine Aufgabe höchstens braucht; im Durchschnitt halb so viele.',
  },
  'linkgate.shield-service': {
    label: 'Dienst gegen Skripte',
    text: 'Was Personen von Skripten unterscheidet: proof-of-work, die eigene Aufgabe; oder ein Dienst mit seinem Site-Key und seinem Geheimnis im Vault von Keycloak. Die Browser der Benutzer laden das Skript des Dienstes.',
  },
  'linkgate.shield-failure': {
    label: 'Während der Dienst ausfällt',
    text: 'Was gilt, während der Dienst nicht innerhalb von zwei Sekunden antwortet. proof-of-work: die eigene Aufgabe; closed: niemand löst eine E-Mail aus; open: alle.',
  },
  'linkgate.limit.exempt': {
    label: 'Ausgenommene Netzwerke',
    text: 'Adressen, die kein Limit nach IP-Adresse zählt.',
  },
  'linkgate.limit.link-email': { label: 'Links an eine Adresse', text: 'Links an eine E-Mail-Adresse.' },
  'linkgate.limit.link-ip': {
    label: 'Links von einer IP-Adresse',
    text: 'Links, die von einer IP-Adresse angefordert werden.',
  },
  'linkgate.limit.invitations': { label: 'Einladungen', text: 'E-Mails mit Einladungen im Realm.' },
  'linkgate.limit.link-lists': {
    label: 'Benutzerlisten',
    text: 'Links im Realm, die Backends an Listen von Benutzern senden lassen.',
  },
  'linkgate.limit.general': {
    label: 'Anfragen',
    text: 'Anfragen und gesendete Formulare von einer IP-Adresse.',
  },
  'linkgate.limit.session': {
    label: 'Sitzungsanfragen',
    text: 'Anfragen an /session… von einer IP-Adresse, die nur hier zählen.',
  },
  'linkgate.approval': { label: 'Freigabe', text: 'Ob die Anwendung verwendet werden kann.' },
  'linkgate.dpop': {
    label: 'Besitznachweis',
    text: 'Bindet die Tokens der Anwendung an ihren Schlüssel (RFC 9449). Hinter einem Proxy ist auch Keycloaks Option proxy-headers nötig.',
  },
  'linkgate.second-factor': {
    label: 'Zweiter Faktor',
    text: 'Ob Benutzer einen zweiten Faktor brauchen; wird zusammen mit dem geschrieben, was Keycloak dafür braucht.',
  },
  'linkgate.refresh-tokens': {
    label: 'Refresh Tokens',
    text: 'Gibt der Anwendung Refresh Tokens: bis die Sitzung endet oder für so viele Tage nach der Anmeldung; wird zusammen mit dem geschrieben, was Keycloak dafür braucht.',
  },
  'linkgate.refresh-grace': {
    label: 'Nachsicht bei verlorener Antwort',
    text: 'Die Anwendung darf einen Refresh Token innerhalb von 10 Sekunden noch einmal verwenden, solange sein Nachfolger unbenutzt ist: Seine Antwort kann verloren gegangen sein.',
  },
  'linkgate.initiate-login-uri': {
    label: 'Initiate-Login-URI',
    text: 'Wo die Anwendung nach dem Link eines Backends oder einer Einladung eine Anmeldung beginnt.',
  },
  'linkgate.email-route': {
    label: 'E-Mail-Route',
    text: 'Die Route, die für die E-Mails des Clients zuerst versucht wird; die anderen folgen in ihrer Reihenfolge.',
  },
  'linkgate.email-from': {
    label: 'Absender',
    text: 'Die Adresse, von der die E-Mails des Clients gesendet werden, statt der des Realms. Ihre Domain muss unter den Domains von Absendern sein.',
  },
  'linkgate.email-reply-to': {
    label: 'Antwort an',
    text: 'Die Adresse, an die Antworten auf die E-Mails des Clients gehen, statt der des Realms.',
  },
  'linkgate.registered-at': {
    label: 'Registriert am',
    text: 'Wann sich die Anwendung selbst registriert hat.',
  },
  'linkgate.registered-by': {
    label: 'Registriert von',
    text: 'Mit wessen Access Token die Anwendung registriert wurde; bei einem Initial Access Token leer.',
  },
  'linkgate.document-expires-at': {
    label: 'Dokument gültig bis',
    text: 'Bis wann das Client-ID-Metadaten-Dokument gilt, das die Anwendung beschreibt.',
  },
  'linkgate.rights': {
    label: 'Rechte',
    text: 'Ob sich Benutzer anmelden konnten, welche Refresh Tokens die Anwendung erhielt und welche Stufe sie verlangte, nach ihrer letzten Änderung.',
  },
  'linkgate.api-scope': {
    label: 'API-Scope',
    text: 'Kennzeichnet einen Client-Scope als den einer API, den Anwendungen neben denen des Vertrags anfordern.',
  },
  'linkgate.former-values': {
    label: 'Frühere Werte',
    text: 'Was Seed-Läufe in einem Realm ersetzt haben, der schon bestand; die Deinstallation stellt es wieder her.',
  },
  'linkgate.set-by-files': {
    label: 'Von Dateien festgelegt',
    text: 'Welche Realm-Dateien welche Einstellungen beim letzten Seed-Lauf festgelegt haben; der nächste legt sie wieder fest.',
  },
  'linkgate.seeded': { label: 'Geseedet', text: 'Ob ein Seed-Lauf es angelegt hat.' },
  'linkgate.branding.logo': { label: 'Logo', text: 'Das Logo auf Seiten und in E-Mails.' },
  'linkgate.branding.primary-color': {
    label: 'Primärfarbe',
    text: 'Die Farbe von Schaltflächen und Links.',
  },
  'linkgate.branding.background-color': {
    label: 'Hintergrundfarbe',
    text: 'Die Farbe hinter Seiten und E-Mails.',
  },
  'linkgate.branding.text': { label: 'Text', text: 'Eine Zeile Text in E-Mails.' },
  'linkgate.branding.subject': { label: 'Betreff', text: 'Der Betreff von E-Mails mit einem Link.' },
  'linkgate.branding.sender-name': { label: 'Absendername', text: 'Der Name des Absenders der E-Mails.' },
};
