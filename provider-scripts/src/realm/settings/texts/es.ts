/** Spanish labels and sentences of the settings; only the administrators' pages have them. */
import type { SettingTexts } from './en.ts';

export const ES: SettingTexts = {
  lifetime: {
    label: 'Validez de los enlaces',
    text: 'Cuánto tiempo se puede usar un enlace después de enviarlo, en segundos.',
  },
  signUp: {
    label: 'Registro',
    text: 'closed: solo inician sesión las cuentas existentes y, en un realm de Linkgate, también quienes tienen un código de recomendación. open: al usarse, un enlace también crea una cuenta para una dirección nueva; en un realm común de Keycloak, solo si este permite el registro de usuarios.',
  },
  confirm: {
    label: 'Página de confirmación',
    text: 'Pide un clic antes de que un enlace inicie la sesión, para que un analizador de correo que abre enlaces no gaste ninguno. new-browser: solo si el enlace se abre en un navegador distinto del que lo solicitó, lo que siempre ocurre con los enlaces que solicita una aplicación por API.',
  },
  bindIp: {
    label: 'Vincular a la dirección IP',
    text: 'Un enlace funciona solo desde la dirección IP que lo solicitó (IPv6: desde el mismo /64). Esto no sirve para aplicaciones que solicitan enlaces desde su propio servidor ni para mensajes que se leen en otra red.',
  },
  emailContains: {
    label: 'Contenido del mensaje',
    text: 'link-and-code: el mensaje lleva también un código de seis cifras, que se puede escribir en la página que solicitó el enlace. Los enlaces que solicita una aplicación por API no lo tienen. code: el mensaje lleva solo un código, más largo que junto a un enlace, que únicamente funciona en el navegador que lo solicitó. Las aplicaciones y los backends no pueden entonces hacer que se envíen enlaces, y un enlace abierto en otro sitio no inicia sesión.',
  },
  crossDevice: {
    label: 'Inicio de sesión entre dispositivos',
    text: 'Un enlace abierto en un navegador distinto del que lo solicitó ofrece iniciar la sesión en este último, mediante tres cifras que muestra la página que solicitó el enlace. Nunca para cuentas con roles de administración, para una contraseña nueva ni para vincular un proveedor de identidad.',
  },
  rememberDevice: {
    label: 'Recordar dispositivos',
    text: 'Un navegador en el que se usó un enlace ofrece sus cuentas, de modo que no hay que volver a escribir sus direcciones.',
  },
  emailSender: {
    label: 'Envío de mensajes',
    text: 'smtp: Linkgate envía por conexiones con el servidor de correo del realm que mantiene abiertas. provider: envía el remitente instalado en este Keycloak (un EmailSenderProvider, por ejemplo para la API de un servicio de correo), que recibe dirección, asunto y textos; las cabeceras que añade Linkgate no se envían.',
  },
  unverified: {
    label: 'Cuentas sin verificar',
    text: 'Una cuenta cuya dirección de correo no está verificada, y que tiene credenciales o vínculos con proveedores de identidad, puede haber sido creada por otro usuario. reject: no recibe ningún enlace. claim: un enlace los elimina. El enlace de una contraseña olvidada siempre lo hace.',
  },
  passkeys: {
    label: 'Llaves de acceso',
    text: 'Ofrece una llave de acceso después de un enlace o un código, salvo que otro factor preceda al paso, y acepta llaves de acceso en la página del paso si esta pide la dirección.',
  },
  shield: {
    label: 'Cálculo antes de los correos',
    text: 'always: un navegador que solicita un correo resuelve antes un pequeño cálculo, igual que una aplicación que solicita uno para su usuario; los scripts que solicitan miles pagan por cada uno. Nunca se pide a los backends, a los navegadores que recuerdan la cuenta ni donde se usa un enlace, un código o una llave de acceso. suspicious: lo mismo, pero solo para solicitudes que parecen de un script: la mitad del límite por dirección IP está usada, una dirección se escribe en muchas redes, o muchas más direcciones de lo habitual no tienen cuenta.',
  },
  'linkgate.enabled': {
    label: 'Realm de Linkgate',
    text: 'Convierte el realm en un realm de Linkgate; un realm común de Keycloak no cambia.',
  },
  'linkgate.backend-links': {
    label: 'Enlaces por API',
    text: 'Permite que los backends soliciten enlaces. Si se desactiva, dejan de servir también los ya devueltos que no se han usado.',
  },
  'linkgate.invitations': {
    label: 'Invitaciones',
    text: 'Permite que los administradores inviten a usuarios. Si se desactiva, dejan de servir también las invitaciones ya enviadas.',
  },
  'linkgate.passkeys': {
    label: 'Llaves de acceso',
    text: 'Ofrece a los usuarios una llave de acceso después de iniciar sesión por correo y les permite iniciar sesión con ella.',
  },
  'linkgate.passkey-offers': {
    label: 'Ofertas de una llave de acceso',
    text: 'En cuántos inicios de sesión en un dispositivo se ofrece una llave de acceso y después de cuántos días se vuelve a ofrecer; 0 días: nunca más.',
  },
  'linkgate.new-device-notices': {
    label: 'Avisos de dispositivos nuevos',
    text: 'Un mensaje avisa a los usuarios de un inicio de sesión en un dispositivo que no los recuerda, con un enlace que pone fin a lo que resultó de él.',
  },
  'linkgate.email-routes': {
    label: 'Rutas de correo',
    text: 'Cómo se envían los correos, en el orden en que se prueban las rutas: smtp para el servidor de correo del realm; las demás con nombre, tipo y opciones, separadas por puntos y coma. La ruta siguiente sirve solo para lo que la anterior no pudo aceptar; nunca para un correo que pudo haber aceptado. Los secretos son referencias al almacén (vault) de Keycloak.',
  },
  'linkgate.email-headers': {
    label: 'Cabeceras de correo',
    text: 'Cabeceras que se añaden a los correos, separadas por barras verticales. Las de un cliente sustituyen a las del realm.',
  },
  'linkgate.sender-domains': {
    label: 'Dominios de remitentes',
    text: 'Los dominios que pueden tener los remitentes de los correos de los clientes, además del remitente del realm.',
  },
  'linkgate.all-emails': {
    label: 'Todos los correos por las rutas',
    text: 'También los correos propios de Keycloak (verificación, restablecimiento, acciones requeridas, invitaciones a organizaciones, eventos) van por las rutas del realm, desde su remitente. De lo contrario, van como sin Linkgate.',
  },
  'linkgate.dkim-selectors': {
    label: 'Claves de firmas',
    text: 'Los nombres (selectores) de las claves DKIM con las que firma su servidor o servicio de correo, para comprobar el remitente. Los de algunos servicios se conocen.',
  },
  'linkgate.email-days': {
    label: 'Memoria de correos',
    text: 'Durante cuántos días la página Usuarios muestra lo que fue de un correo: de 1 a 90; se guarda al menos 14 días. Solo mientras una ruta informe de ello.',
  },
  'linkgate.mailbox-hosts': {
    label: 'Buzones en el resumen',
    text: 'Hasta diez dominios de direcciones que el resumen cuenta por separado, además de los de grandes proveedores. Todos los demás se cuentan juntos.',
  },
  'linkgate.limit-sub-addresses': {
    label: 'Límites por buzón',
    text: 'Los límites cuentan ada+1@… como ada@…, sea lo que sea lo que siga al signo más. De lo contrario, un buzón recibe tantos mensajes como direcciones así tenga. Las cuentas y las direcciones no cambian.',
  },
  'linkgate.limit-dotless-domains': {
    label: 'Dominios que ignoran los puntos',
    text: 'Dominios cuyos servidores de correo ignoran los puntos antes de la @: los límites cuentan allí a.da@… como ada@….',
  },
  'linkgate.sign-up-rules': {
    label: 'Reglas de registro',
    text: 'Si las listas de direcciones y dominios denegados y permitidos, y los ajustes siguientes, deciden quién puede registrarse. Una dirección rechazada ve la página habitual y no recibe ningún enlace.',
  },
  'linkgate.sign-up-unlisted': {
    label: 'Direcciones que ninguna lista nombra',
    text: 'Qué ocurre con una dirección nueva que no está denegada ni permitida. reject: solo se registran las direcciones y los dominios de las listas.',
  },
  'linkgate.sign-up-disposable': {
    label: 'Direcciones desechables',
    text: 'Qué ocurre con las direcciones nuevas de dominios de correo desechable, salvo que estén permitidas. note: solo lo dice el evento de la cuenta nueva. challenge: quien escribe una resuelve antes un desafío, como si la protección estuviera activada. reject: no se registran.',
  },
  'linkgate.sign-up-disposable-list': {
    label: 'Lista de dominios desechables',
    text: 'La dirección https de una lista de dominios de correo desechable, uno por línea, en lugar de la lista incluida y de la propia del realm. Se descarga a diario mientras las reglas tratan las direcciones desechables; si no se puede, se conserva la última lista.',
  },
  'linkgate.sign-up-include': {
    label: 'Qué incluyen las reglas',
    text: 'Sobre qué deciden las reglas además de las cuentas que crean los propios usuarios. invitations y backends: las cuentas que crean las invitaciones y los backends. sign-ins: correos a cuentas existentes. address-changes: direcciones nuevas de cuentas.',
  },
  'linkgate.sign-up-tell': {
    label: 'A quién se informa de un rechazo',
    text: 'Las reglas por las que una dirección rechazada recibe un correo que dice por qué, como máximo uno al día: denied, unlisted, disposable. Quien escribe la dirección no ve nada en la página.',
  },
  'linkgate.account-page': {
    label: 'Página propia del usuario',
    text: 'Los usuarios tienen su propia página, /my-account: dirección, sesiones, dispositivos, llaves de acceso y aplicaciones.',
  },
  'linkgate.account-deletion': {
    label: 'Eliminación por los usuarios',
    text: 'Los usuarios pueden eliminar su cuenta en su propia página; los administradores no pueden.',
  },
  'linkgate.client-id-metadata-documents': {
    label: 'Documentos de metadatos de ID de cliente',
    text: 'Una aplicación puede identificarse con un documento. trusted: solo una de un dominio de confianza; approval: también cualquier otra, que entonces espera la aprobación.',
  },
  'linkgate.trusted-client-domains': {
    label: 'Dominios de confianza',
    text: 'Los dominios cuyas aplicaciones no necesitan aprobación si se registran ellas mismas o se identifican con un documento.',
  },
  'linkgate.refresh-tokens-of-new-clients': {
    label: 'Tokens de actualización de aplicaciones nuevas',
    text: 'Qué tokens de actualización recibe una aplicación que se registra ella misma o se identifica con un documento, cuando es nueva.',
  },
  'linkgate.allowed-protocols': {
    label: 'Otros protocolos',
    text: 'Protocolos que se atienden además de OpenID Connect; en ellos no se comprueba la aprobación de una aplicación.',
  },
  'linkgate.unknown-scopes': {
    label: 'Scopes desconocidos',
    text: 'Qué ocurre con una solicitud que nombra un scope que su aplicación no puede solicitar. reject: es invalid_scope; ignore: se conceden los demás scopes.',
  },
  'linkgate.shield': {
    label: 'Cálculo antes de los correos',
    text: 'Lo que vale para un paso que no lo define y para un cambio de dirección de una cuenta.',
  },
  'linkgate.shield-hashes': {
    label: 'Esfuerzo de un cálculo',
    text: 'Cuántos hashes (iteraciones de PBKDF2 con SHA-256) requiere un cálculo como máximo; la mitad de media.',
  },
  'linkgate.shield-service': {
    label: 'Servicio contra los scripts',
    text: 'Lo que distingue a las personas de los scripts: proof-of-work, el cálculo propio; o un servicio con su clave de sitio y su secreto en el vault de Keycloak. Los navegadores de los usuarios cargan el script del servicio.',
  },
  'linkgate.shield-failure': {
    label: 'Mientras el servicio falla',
    text: 'Lo que vale mientras el servicio no responde en dos segundos. proof-of-work: el cálculo propio; closed: nadie causa un correo; open: todos.',
  },
  'linkgate.limit.exempt': {
    label: 'Redes exentas',
    text: 'Direcciones que ningún límite por dirección IP cuenta.',
  },
  'linkgate.limit.link-email': {
    label: 'Enlaces a una dirección',
    text: 'Enlaces a una dirección de correo.',
  },
  'linkgate.limit.link-ip': {
    label: 'Enlaces desde una dirección IP',
    text: 'Enlaces solicitados desde una dirección IP.',
  },
  'linkgate.limit.invitations': {
    label: 'Invitaciones',
    text: 'Mensajes con invitaciones en el realm.',
  },
  'linkgate.limit.link-lists': {
    label: 'Listas de usuarios',
    text: 'Enlaces del realm que los backends hacen enviar a listas de usuarios.',
  },
  'linkgate.limit.general': {
    label: 'Solicitudes',
    text: 'Solicitudes y formularios enviados desde una dirección IP.',
  },
  'linkgate.limit.session': {
    label: 'Solicitudes de sesión',
    text: 'Solicitudes a /session… desde una dirección IP, que solo cuentan aquí.',
  },
  'linkgate.approval': { label: 'Aprobación', text: 'Si la aplicación se puede usar.' },
  'linkgate.dpop': {
    label: 'Prueba de posesión',
    text: 'Vincula los tokens de la aplicación a su clave (RFC 9449). Detrás de un proxy hace falta además la opción proxy-headers de Keycloak.',
  },
  'linkgate.second-factor': {
    label: 'Segundo factor',
    text: 'Si los usuarios necesitan un segundo factor; se escribe junto con lo que Keycloak necesita para ello.',
  },
  'linkgate.refresh-tokens': {
    label: 'Tokens de actualización',
    text: 'Da a la aplicación tokens de actualización: hasta que termina la sesión o durante ese número de días después de iniciarla; se escribe junto con lo que Keycloak necesita para ello.',
  },
  'linkgate.refresh-grace': {
    label: 'Margen por una respuesta perdida',
    text: 'La aplicación puede usar un token de actualización una vez más en los 10 segundos siguientes, mientras su sucesor no se haya usado: su respuesta puede haberse perdido.',
  },
  'linkgate.initiate-login-uri': {
    label: 'URI de inicio de sesión',
    text: 'Dónde comienza la aplicación un inicio de sesión tras el enlace de un backend o una invitación.',
  },
  'linkgate.email-route': {
    label: 'Ruta de correo',
    text: 'La ruta que se prueba primero para los correos del cliente; las demás siguen en su orden.',
  },
  'linkgate.email-from': {
    label: 'Remitente',
    text: 'La dirección desde la que se envían los correos del cliente, en lugar de la del realm. Su dominio debe estar entre los dominios de remitentes.',
  },
  'linkgate.email-reply-to': {
    label: 'Responder a',
    text: 'La dirección a la que van las respuestas a los correos del cliente, en lugar de la del realm.',
  },
  'linkgate.registered-at': {
    label: 'Registrada el',
    text: 'Cuándo se registró la aplicación ella misma.',
  },
  'linkgate.registered-by': {
    label: 'Registrada por',
    text: 'Con el token de acceso de quién se registró la aplicación; vacío con un token de acceso inicial.',
  },
  'linkgate.document-expires-at': {
    label: 'Documento válido hasta',
    text: 'Hasta cuándo vale el documento de metadatos que describe la aplicación.',
  },
  'linkgate.rights': {
    label: 'Derechos',
    text: 'Si los usuarios podían iniciar sesión, qué tokens de actualización recibía la aplicación y qué nivel exigía, después de su último cambio.',
  },
  'linkgate.api-scope': {
    label: 'Scope de API',
    text: 'Marca un scope de cliente como el de una API, que las aplicaciones solicitan además de los del contrato.',
  },
  'linkgate.former-values': {
    label: 'Valores anteriores',
    text: 'Lo que las ejecuciones de seed han sustituido en un realm que ya existía; la desinstalación lo restaura.',
  },
  'linkgate.set-by-files': {
    label: 'Definido por archivos',
    text: 'Qué archivos de realm definieron qué ajustes en la última ejecución de seed; la próxima los define de nuevo.',
  },
  'linkgate.seeded': { label: 'Creado por seed', text: 'Si lo creó una ejecución de seed.' },
  'linkgate.branding.logo': { label: 'Logotipo', text: 'El logotipo en páginas y mensajes.' },
  'linkgate.branding.primary-color': {
    label: 'Color principal',
    text: 'El color de los botones y los enlaces.',
  },
  'linkgate.branding.background-color': {
    label: 'Color de fondo',
    text: 'El color detrás de páginas y mensajes.',
  },
  'linkgate.branding.text': { label: 'Texto', text: 'Una línea de texto en los mensajes.' },
  'linkgate.branding.subject': { label: 'Asunto', text: 'El asunto de los mensajes con un enlace.' },
  'linkgate.branding.sender-name': {
    label: 'Nombre del remitente',
    text: 'El nombre del remitente de los mensajes.',
  },
};
