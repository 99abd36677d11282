-- Public holidays come from the data of date-holidays, and a dealer's country comes before the name of a region (decision 586).
-- What counted until now keeps edition 1, so reads as of a time before have the same figures. Only dealers whose selling days can differ get a new revision.

select set_config('covenant.every_dealer', 'on', true);

alter table selling_calendars
  -- ISO 3166-2, such as DE-BY; null: the holidays of the whole country.
  add column subdivision text check (subdivision like country || '-%'),
  -- 1: the holidays that were written by hand. 2: the data of date-holidays 3.37.0.
  add column edition smallint not null default 1 check (edition in (1, 2));
alter table selling_calendars alter column edition set default 2;

alter table dealer_calendars
  -- That of the dealer when they were chosen.
  add column country text check (country ~ '^[A-Z]{2}$'),
  -- 1: names of regions are read without the dealer's country.
  add column edition smallint not null default 1 check (edition in (1, 2));
alter table dealer_calendars alter column edition set default 2;

-- The names of countries and subdivisions as regions have them, when this was written.
create temporary table holiday_places as
with data as (
  select * from jsonb_to_recordset($names$[
{"country":"AD","names":"andora andorra andorre","subdivisions":{"03":"encamp","07":"andorra-la-vella"}},
{"country":"AE","names":"arabiemiirikunnat de-forenede-arabiske-emirater de-forente-arabiske-emirater dei-sameinte-arabiske-emirata emirados-árabes-unidos emirati-arabi-uniti emiratos-árabes-unidos förenade-arabemiraten united-arab-emirates vereinigte-arabische-emirate verenigde-arabische-emiraten zjednoczone-emiraty-arabskie émirats-arabes-unis الإمارات-العربية-المتحدة دولة-الإمارات-العربية-المتحدة","subdivisions":{}},
{"country":"AG","names":"antigua-barbuda antigua-e-barbuda antigua-en-barbuda antigua-et-barbuda antigua-i-barbuda antigua-ja-barbuda antigua-och-barbuda antigua-og-barbuda antigua-und-barbuda antigua-y-barbuda antígua-e-barbuda","subdivisions":{"10":"barbuda"}},
{"country":"AI","names":"anguila anguilla","subdivisions":{}},
{"country":"AL","names":"albania albanie albanien albanië albânia shqipëri","subdivisions":{}},
{"country":"AM","names":"armenia armenien armenië arménie armênia հայաստան","subdivisions":{}},
{"country":"AO","names":"angola","subdivisions":{}},
{"country":"AR","names":"argentiina argentina argentine argentinien argentinië argentyna","subdivisions":{}},
{"country":"AS","names":"american-samoa amerikaans-samoa amerikan-samoa amerikanisch-samoa amerikansk-samoa amerikanska-samoa samoa-americana samoa-americane samoa-amerykańskie samoa-américaines","subdivisions":{}},
{"country":"AT","names":"austerrike austria autriche itävalta oostenrijk áustria österreich österrike østerrike østrig","subdivisions":{"1":"burgenland","2":"carinthia kärnten","3":"lower-austria niederösterreich","4":"oberösterreich upper-austria","5":"land-salzburg salzburg","6":"steiermark styria","7":"tirol tyrol","8":"vorarlberg","9":"vienna wien"}},
{"country":"AU","names":"australia australie australien australië austrália","subdivisions":{"ACT":"australian-capital-territory","NSW":"new-south-wales","NT":"northern-territory","QLD":"queensland","SA":"south-australia","TAS":"tasmania","VIC":"victoria","WA":"western-australia"}},
{"country":"AW","names":"aruba","subdivisions":{}},
{"country":"AX","names":"ahvenanmaa ilhas-aland islas-aland isole-åland landskapet-åland wyspy-alandzkie åland åland-islands ålandinseln îles-åland","subdivisions":{}},
{"country":"AZ","names":"aserbaidschan aserbajdsjan azerbaidžan azerbaigian azerbaijan azerbaijão azerbaiyán azerbajdzjan azerbaïdjan azerbeidzjan azerbejdżan azərbaycan azərbaycan-respublikasi","subdivisions":{}},
{"country":"BA","names":"bosna-i-hercegovina bosnia-and-herzegovina bosnia-ed-erzegovina bosnia-hercegovina bosnia-herzegovina bosnia-ja-hertsegovina bosnia-y-herzegovina bosnie-herzégovine bosnien-hercegovina bosnien-och-hercegovina bosnien-und-herzegowina bosnië-en-herzegovina bośnia-i-hercegowina bósnia-e-herzegovina боснa-и-херцеговина босна-и-херцеговина","subdivisions":{"BIH":"federation-of-bosnia-and-herzegovina","BRC":"brčko-district","SRP":"republika-srpska"}},
{"country":"BB","names":"barbade barbados","subdivisions":{}},
{"country":"BD","names":"bangladesch bangladesh bangladesz bangladés people-s-republic-of-bangladesh গণপ্রজাতন্ত্রী-বাংলাদেশ বাংলাদেশ","subdivisions":{}},
{"country":"BE","names":"belgia belgien belgio belgique belgium belgië bélgica","subdivisions":{"BRU":"bruxelles","DE":"deutschsprachige-gemeinschaft","VLG":"vlaamse-gemeenschap","WAL":"communauté-française"}},
{"country":"BF","names":"burkina-faso burquina-faso","subdivisions":{}},
{"country":"BG","names":"bulgaria bulgarie bulgarien bulgarije bulgária bułgaria българия","subdivisions":{}},
{"country":"BH","names":"bahrain bahrajn bahrein bahreïn barein baréin البحرين مملكة-البحرين","subdivisions":{}},
{"country":"BI","names":"burundi république-du-burundi","subdivisions":{}},
{"country":"BJ","names":"benin benín bénin république-du-bénin","subdivisions":{}},
{"country":"BL","names":"s-t-barthélemy saint-barthélemy san-bartolomé st-barths st-barthélemy são-bartolomeu","subdivisions":{}},
{"country":"BM","names":"bermuda bermudas bermudes bermudy","subdivisions":{}},
{"country":"BN","names":"brunei brunei-darussalam brunéi negara-brunei-darussalam","subdivisions":{}},
{"country":"BO","names":"bolivia bolivie bolivien boliwia bolívia","subdivisions":{"B":"beni","C":"cochabamba","H":"chuquisaca","L":"la-paz","N":"pando","O":"oruro","P":"potosí","S":"santa-cruz","T":"tarija"}},
{"country":"BQ","names":"caraibi-olandesi caribbean-netherlands caribe-neerlandés caribisch-nederland de-tidligere-nederlandske-antiller karibian-alankomaat karibische-niederlande karibisk-nederland karibiska-nederländerna niderlandy-karaibskie pays-bas-caribéens países-baixos-caribenhos","subdivisions":{"BO":"bonaire","SA":"saba","SE":"sint-eustatius"}},
{"country":"BR","names":"brasil brasile brasilia brasilien brazil brazilië brazylia brésil","subdivisions":{"AC":"acre","AL":"alagoas","AM":"amazonas","AP":"amapá","BA":"bahia","CE":"ceará","DF":"distrito-federal","ES":"espírito-santo","GO":"goiás","MA":"maranhão","MG":"minas-gerais","MS":"mato-grosso-do-sul","MT":"mato-grosso","PA":"pará","PB":"paraíba","PE":"pernambuco","PI":"piauí","PR":"paraná","RJ":"rio-de-janeiro","RN":"rio-grande-do-norte","RO":"rondônia","RR":"roraima","RS":"rio-grande-do-sul","SC":"santa-catarina","SE":"sergipe","SP":"são-paulo","TO":"tocantins"}},
{"country":"BS","names":"bahama bahama-s bahamas bahamy","subdivisions":{}},
{"country":"BW","names":"botsuana botswana","subdivisions":{}},
{"country":"BY","names":"belarus białoruś bielorrusia bielorrússia bielorussia biélorussie valko-venäjä беларусь республика-беларусь рэспубліка-беларусь","subdivisions":{}},
{"country":"BZ","names":"belice belize","subdivisions":{}},
{"country":"CA","names":"canada canadá kanada","subdivisions":{"AB":"alberta","BC":"british-columbia","MB":"manitoba","NB":"new-brunswick","NL":"newfoundland-and-labrador","NS":"nova-scotia","NT":"northwest-territories","NU":"nunavut","ON":"ontario","PE":"prince-edward-island","QC":"quebec","SK":"saskatchewan","YT":"yukon"}},
{"country":"CC","names":"cocos-keeling-islands cocoseilanden cocosøerne ilhas-cocos-keeling islas-cocos isole-cocos-keeling kokosinseln kokosöarna kokosøyane kokosøyene kookossaaret-keelingsaaret wyspy-kokosowe îles-cocos","subdivisions":{}},
{"country":"CD","names":"congo-kinshasa democratic-republic-of-the-congo demokratyczna-republika-konga kongo-kinshasa kongon-demokraattinen-tasavalta república-democrática-del-congo république-démocratique-du-congo","subdivisions":{}},
{"country":"CF","names":"centraal-afrikaanse-republiek central-african-republic centralafrikanska-republiken den-centralafrikanske-republik den-sentralafrikanske-republikk den-sentralafrikanske-republikken keski-afrikan-tasavalta ködörösêse-tî-bêafrîka repubblica-centrafricana republika-środkowoafrykańska república-centro-africana república-centroafricana république-centrafricaine zentralafrikanische-republik","subdivisions":{}},
{"country":"CG","names":"congo congo-brazzaville kongo-brazzaville kongon-tasavalta republic-of-the-congo república-do-congo république-du-congo","subdivisions":{}},
{"country":"CH","names":"schweiz suisse suiza suíça sveits sveitsi svizzera switzerland szwajcaria zwitserland","subdivisions":{"AG":"aargau argovia argovie canton-argovia canton-d-argovie canton-of-aargau kanton-aargau","AI":"appenzell-inner-rhodes appenzell-innerrhoden appenzell-rhodes-intérieures appenzello-interno canton-appenzello-interno canton-d-appenzell-rhodes-intérieures canton-of-appenzell-inner-rhodes kanton-appenzell-innerrhoden","AR":"appenzell-ausserrhoden appenzell-outer-rhodes appenzell-rhodes-extérieures appenzello-esterno canton-appenzello-esterno canton-d-appenzell-rhodes-extérieures canton-of-appenzell-outer-rhodes kanton-appenzell-ausserrhoden","BE":"bern berna berne canton-berna canton-de-berne canton-of-bern kanton-bern","BL":"basel-country basel-landschaft basilea-campagna bâle-campagne canton-basilea-campagna canton-de-bâle-campagne canton-of-basel-country kanton-basel-landschaft","BS":"basel-city basel-stadt basilea-città bâle-ville canton-basilea-città canton-de-bâle-ville canton-of-basel-city kanton-basel-stadt","FR":"canton-de-fribourg canton-friburgo canton-of-fribourg freiburg fribourg friburgo kanton-freiburg","GE":"canton-de-genève canton-ginevra canton-of-geneva geneva genf genève ginevra kanton-genf","GL":"canton-de-glaris canton-glarona canton-of-glarus glaris glarona glarus kanton-glarus","GR":"canton-des-grisons canton-of-grisons cantone-dei-grigioni dei-grigioni des-grisons graubünden grisons kanton-graubünden","JU":"canton-du-jura canton-giura canton-of-jura giura jura kanton-jura","LU":"canton-de-lucerne canton-lucerna canton-of-lucerne kanton-luzern lucerna lucerne luzern","NE":"canton-de-neuchâtel canton-neuchâtel canton-of-neuchâtel kanton-neuenburg neuchâtel neuenburg","NW":"canton-de-nidwald canton-nidvaldo canton-of-nidwalden kanton-nidwalden nidvaldo nidwald nidwalden","OW":"canton-d-obwald canton-obvaldo canton-of-obwalden kanton-obwalden obvaldo obwald obwalden","SG":"canton-de-saint-gall canton-of-st-gallen canton-san-gallo kanton-st-gallen saint-gall san-gallo st-gallen","SH":"canton-de-schaffhouse canton-of-schaffhausen canton-sciaffusa kanton-schaffhausen schaffhausen schaffhouse sciaffusa","SO":"canton-de-soleure canton-of-solothurn canton-soletta kanton-solothurn soletta soleure solothurn","SZ":"canton-de-schwytz canton-of-schwyz canton-svitto kanton-schwyz schwytz schwyz svitto","TG":"canton-de-thurgovie canton-of-thurgau canton-turgovia kanton-thurgau thurgau thurgovie turgovia","TI":"canton-du-tessin canton-of-ticino canton-ticino kanton-tessin tessin ticino","UR":"canton-d-uri canton-of-uri canton-uri kanton-uri uri","VD":"canton-de-vaud canton-of-vaud canton-vaud kanton-waadt vaud waadt","VS":"canton-du-valais canton-of-valais canton-vallese kanton-wallis valais vallese wallis","ZG":"canton-de-zoug canton-of-zug canton-zugo kanton-zug zoug zug zugo","ZH":"canton-de-zurich canton-of-zürich canton-zurigo kanton-zürich zurich zurigo zürich"}},
{"country":"CI","names":"costa-d-avorio costa-do-marfim côte-d-ivoire elfenbeinskysten elfenbenskusten elfenbenskysten ivoorkust norsunluurannikko republic-of-côte-d-ivoire république-de-côte-d-ivoire","subdivisions":{}},
{"country":"CK","names":"cook-islands cookeilanden cookinsaaret cookinseln cooköarna cookøerne cookøyane cookøyene ilhas-cook islas-cook isole-cook kūki-āirani wyspy-cooka îles-cook","subdivisions":{"Aitutaki":"","Atiu":"","Mangaia":"","Manihiki":"","Mitiaro":"","Palmerston":"","Penrhyn":"","Pukapuka":"","Rakahanga":"","Rarotonga":""}},
{"country":"CL","names":"chile chili cile","subdivisions":{"AP":"arica-y-parinacota","BI":"biobío","NU":"ñuble","TA":"tarapacá"}},
{"country":"CM","names":"camarões cameroon cameroun camerun camerún kameroen kamerun","subdivisions":{}},
{"country":"CN","names":"china chine chiny cina kiina kina 中华人民共和国 中国","subdivisions":{}},
{"country":"CO","names":"colombia colombie colômbia kolumbia kolumbien","subdivisions":{}},
{"country":"CR","names":"costa-rica kostaryka","subdivisions":{}},
{"country":"CU","names":"cuba kuba kuuba","subdivisions":{}},
{"country":"CV","names":"cabo-verde cap-vert cape-verde capo-verde kaapverdië kap-verde kapp-verde republika-zielonego-przylądka república-de-cabo-verde","subdivisions":{"S":"sotavento-islands"}},
{"country":"CW","names":"curazao curaçao kòrsou","subdivisions":{}},
{"country":"CX","names":"christmas-island christmaseiland christmasøya ilha-christmas isla-de-navidad isola-christmas joulusaari juleøen julön pulau-krismas weihnachtsinsel wyspa-bożego-narodzenia île-christmas","subdivisions":{}},
{"country":"CY","names":"chipre chypre cipro cypern cypr cyprus kypros zypern κύπρος","subdivisions":{}},
{"country":"CZ","names":"cechia chequia czech-republic czechia czechy tchéquia tchéquie tjeckien tjekkiet tschechien tsjechië tsjekkia tšekki česká-republika","subdivisions":{}},
{"country":"DE","names":"alemanha alemania allemagne deutschland duitsland germania germany niemcy saksa tyskland","subdivisions":{"BB":"brandenburg","BE":"berlin","BW":"baden-württemberg","BY":"bavaria bayern","HB":"bremen hansestadt-bremen","HE":"hesse hessen","HH":"hamburg hansestadt-hamburg","MV":"mecklenburg-vorpommern mecklenburg-west-pomerania","NI":"lower-saxony niedersachsen","NW":"nordrhein-westfalen north-rhine-westphalia nrw","RP":"rheinland-pfalz rhineland-palatinate","SH":"schleswig-holstein","SL":"saarland","SN":"sachsen saxony","ST":"sachsen-anhalt saxony-anhalt","TH":"thuringia thüringen"}},
{"country":"DJ","names":"djibouti djibuti dschibuti dżibuti gibuti république-de-djibouti yibuti جمهورية-جيبوتي جيبوتي","subdivisions":{}},
{"country":"DK","names":"danemark dania danimarca danmark denemarken denmark dinamarca dänemark tanska","subdivisions":{}},
{"country":"DM","names":"dominica dominika dominique","subdivisions":{}},
{"country":"DO","names":"den-dominikanske-republik den-dominikanske-republikk den-dominikanske-republikken dominicaanse-republiek dominican-republic dominikaaninen-tasavalta dominikana dominikanische-republik dominikanska-republiken repubblica-dominicana república-dominicana république-dominicaine","subdivisions":{}},
{"country":"DZ","names":"algeria algerie algerien algeriet algerije algieria algérie argelia argélia république-algérienne-démocratique-et-populaire الجزائر الجمهورية-الجزائرية-الديمقراطية-الشعبية","subdivisions":{}},
{"country":"EC","names":"ecuador ekwador equador équateur","subdivisions":{"P":"pichincha"}},
{"country":"EE","names":"eesti estland estonia estonie estônia viro","subdivisions":{}},
{"country":"EG","names":"egipt egipto egito egitto egypt egypte egypten egypti ägypten égypte جمهورية-مصر-العربية مصر","subdivisions":{}},
{"country":"EH","names":"länsi-sahara saara-ocidental sahara-occidental sahara-occidentale sahara-zachodnia sáhara-occidental vest-sahara vestsahara västsahara westelijke-sahara western-sahara westsahara","subdivisions":{}},
{"country":"ER","names":"eritrea eritreia erytrea érythrée ኤርትራ","subdivisions":{}},
{"country":"ES","names":"espagne espanha espanja españa hiszpania spagna spain spania spanien spanje","subdivisions":{"AN":"andalucía","AR":"aragón","AS":"asturias","CB":"cantabria","CE":"ceuta ciudad-de-ceuta","CL":"castile-and-león castilla-y-león","CM":"castile-la-mancha","CN":"canary-islands islas-canarias","CT":"catalonia catalunya cataluña","EX":"extremadura","GA":"galicia","IB":"balearic-islands illes-balears","MC":"murcia-region","MD":"comunidad-de-madrid madrid","ML":"ciudad-de-melilla melilla","NC":"comunidad-foral-de-navarra navarra navarra-chartered-community","PV":"basque-country país-vasco","RI":"la-rioja","VC":"comunitat-valenciana valencian-community"}},
{"country":"ET","names":"ethiopia ethiopië etiopia etiopien etiopía etiópia äthiopien éthiopie ኢትዮጵያ","subdivisions":{}},
{"country":"FI","names":"finland finlande finlandia finlândia finnland suomi","subdivisions":{}},
{"country":"FJ","names":"fidji fidschi fidżi fidži figi fiji fiyi matanitu-tugalala-o-viti","subdivisions":{}},
{"country":"FO","names":"faeröer faroe-islands färsaaret färöarna färöer færøerne færøyane færøyene føroyar ilhas-faroé islas-feroe isole-fær-øer wyspy-owcze îles-féroé","subdivisions":{}},
{"country":"FR","names":"france francia francja frankreich frankrig frankrijk frankrike frança ranska","subdivisions":{"57":"département-moselle","67":"département-bas-rhin","68":"département-haut-rhin","BL":"département-et-région-d-outre-mer-saint-barthélemy","GF":"département-et-région-d-outre-mer-guyane","GP":"département-et-région-d-outre-mer-guadeloupe","MF":"département-et-région-d-outre-mer-saint-martin","MQ":"département-et-région-d-outre-mer-martinique","RE":"département-et-région-d-outre-mer-la-réunion","YT":"département-et-région-d-outre-mer-mayotte"}},
{"country":"GA","names":"gabon gabun gabão gabón","subdivisions":{}},
{"country":"GB","names":"iso-britannia regno-unito reino-unido royaume-uni storbritannia storbritannien united-kingdom vereinigtes-königreich verenigd-koninkrijk wielka-brytania","subdivisions":{"ENG":"england","NIR":"northern-ireland","SCT":"scotland","WLS":"wales"}},
{"country":"GD","names":"granada grenada grenade","subdivisions":{}},
{"country":"GE","names":"georgia georgien georgië geórgia gruzja géorgie საქართველო","subdivisions":{}},
{"country":"GF","names":"frans-guyana fransk-guyana franska-guyana französisch-guayana french-guiana guayana-francesa guiana-francesa gujana-francuska guyana-francese guyane guyane-française ranskan-guayana","subdivisions":{}},
{"country":"GG","names":"guernesey guernsey","subdivisions":{}},
{"country":"GH","names":"gana ghana","subdivisions":{}},
{"country":"GI","names":"gibilterra gibraltar","subdivisions":{}},
{"country":"GL","names":"greenland grenlandia groenland groenlandia groenlândia grönland grönlanti grønland kalaallit-nunaat","subdivisions":{}},
{"country":"GM","names":"gambia gambie gâmbia the-gambia","subdivisions":{}},
{"country":"GN","names":"guinea guinee guiné guinée gwinea","subdivisions":{}},
{"country":"GP","names":"guadalupa guadalupe guadeloupe gwadelupa","subdivisions":{}},
{"country":"GQ","names":"ekvatorial-guinea ekvatorialguinea equatoriaal-guinea equatorial-guinea guinea-ecuatorial guinea-equatoriale guiné-equatorial guinée-équatoriale gwinea-równikowa päiväntasaajan-guinea republic-of-equatorial-guinea república-da-guiné-equatorial república-de-guinea-ecuatorial république-de-guinée-équatoriale äquatorialguinea ækvatorialguinea","subdivisions":{}},
{"country":"GR","names":"grecia grecja greece grekland griechenland griekenland grækenland grèce grécia hellas kreikka ελλάδα","subdivisions":{}},
{"country":"GT","names":"guatemala gwatemala","subdivisions":{"1":"guatemala"}},
{"country":"GU","names":"guam","subdivisions":{}},
{"country":"GW","names":"guinea-bissau guinea-bisáu guinee-bissau guiné-bissau guinée-bissau gwinea-bissau","subdivisions":{}},
{"country":"GY","names":"guiana gujana guyana","subdivisions":{}},
{"country":"HK","names":"hong-kong hong-kong-rae-da-china hong-kong-sar-china hongkong-kiinan-erityishallintoalue hongkong-sar hongkong-sar-kina hongkong-sar-van-china r-a-s-chinoise-de-hong-kong rae-de-hong-kong-china ras-di-hong-kong sar-hongkong sonderverwaltungsregion-hongkong sra-hongkong-chiny 中国香港特别行政区 香港","subdivisions":{}},
{"country":"HN","names":"honduras","subdivisions":{}},
{"country":"HR","names":"chorwacja croacia croatia croatie croazia croácia hrvatska kroatia kroatien kroatië","subdivisions":{"17":"split-dalmatia","19":"dubrovnik-neretva"}},
{"country":"HT","names":"haiti haití haïti","subdivisions":{}},
{"country":"HU","names":"hongarije hongrie hungary hungria hungría magyarország ungarn ungern ungheria unkari węgry","subdivisions":{}},
{"country":"ID","names":"indonesia indonesien indonesië indonezja indonésia indonésie","subdivisions":{}},
{"country":"IE","names":"ierland ireland irland irlanda irlande irlandia irlanti","subdivisions":{}},
{"country":"IL","names":"israel israele israël izrael ישראל מְדִינַת-יִשְׂרָאֵל","subdivisions":{}},
{"country":"IM","names":"ilha-de-man isla-de-man isle-of-man isola-di-man man mansaari wyspa-man île-de-man","subdivisions":{}},
{"country":"IN","names":"inde india indie indien intia índia भारत இந்தியா","subdivisions":{"AN":"andaman-and-nicobar-islands","AP":"andhra-pradesh","AR":"arunachal-pradesh","AS":"assam","BR":"bihar","CH":"chandigarh","CT":"chhattisgarh","DD":"daman-and-diu","DL":"delhi","DN":"dadra-and-nagar-haveli","GA":"goa","GJ":"gujarat","HP":"himachal-pradesh","HR":"haryana","JK":"jammu-and-kashmir","KA":"karnataka","KL":"kerala","LD":"lakshadweep","MH":"maharashtra","ML":"meghalaya","MN":"manipur","MP":"madhya-pradesh","MZ":"mizoram","NL":"nagaland","OR":"odisha","PB":"punjab","PY":"puducherry","RJ":"rajasthan","SK":"sikkim","TG":"telangana","TN":"tamil-nadu","TR":"tripura","UP":"uttar-pradesh","UT":"uttarakhand","WB":"west-bengal"}},
{"country":"IR","names":"iran irán irã ایران جمهوری-اسلامی-ایران","subdivisions":{}},
{"country":"IS","names":"iceland ijsland island islanda islande islandia islanti islândia ísland","subdivisions":{}},
{"country":"IT","names":"italia italie italien italië italy itália włochy","subdivisions":{"21":"piedmont","25":"lombardy","32":"alto-adige südtirol","52":"toscana tuscany","62":"lazio","82":"sicily"}},
{"country":"JE","names":"jersey","subdivisions":{}},
{"country":"JM","names":"giamaica jamaica jamaika jamajka jamaïque","subdivisions":{}},
{"country":"JP","names":"giappone japan japani japon japonia japão japón 日本","subdivisions":{}},
{"country":"KE","names":"kenia kenya quênia","subdivisions":{}},
{"country":"KM","names":"comoras comore comoren comorerne comores comoros komorane komoren komorene komorerna komorit komory union-des-comores جزر-القمر","subdivisions":{}},
{"country":"KN","names":"s-t-kitts-och-nevis saint-christophe-et-niévès saint-kitts-e-nevis saint-kitts-en-nevis saint-kitts-i-nevis saint-kitts-ja-nevis saint-kitts-og-nevis san-cristóbal-y-nieves st-kitts-nevis st-kitts-und-nevis são-cristóvão-e-névis","subdivisions":{}},
{"country":"KR","names":"corea-del-sud corea-del-sur coreia-do-sul corée-du-sud etelä-korea korea-południowa south-korea sydkorea sør-korea südkorea zuid-korea 대한민국","subdivisions":{}},
{"country":"KY","names":"cayman-islands caymansaaret caymanöarna caymanøerne caymanøyane caymanøyene ilhas-cayman islas-caimán isole-cayman kaaimaneilanden kaimaninseln kajmany îles-caïmans","subdivisions":{}},
{"country":"KZ","names":"cazaquistão kasachstan kasakhstan kazachstan kazajistán kazakhstan kazakistan kazakstan казахстан қазақстан","subdivisions":{}},
{"country":"LC","names":"s-t-lucia saint-lucia sainte-lucie santa-lucía santa-lúcia st-lucia","subdivisions":{}},
{"country":"LI","names":"liechtenstein","subdivisions":{}},
{"country":"LK","names":"sri-lanka இலங்கை ශ්-රී-ලංකාව","subdivisions":{}},
{"country":"LR","names":"liberia libéria","subdivisions":{}},
{"country":"LS","names":"lesotho lesoto muso-oa-lesotho","subdivisions":{}},
{"country":"LT","names":"liettua lietuva litauen lithuania litouwen lituania lituanie lituânia litwa","subdivisions":{}},
{"country":"LU","names":"luksemburg lussemburgo luxembourg luxemburg luxemburgo lëtzebuerg","subdivisions":{}},
{"country":"LV","names":"latvia latvija letland letonia lettland lettonia lettonie letônia łotwa","subdivisions":{}},
{"country":"LY","names":"libia libië libya libye libyen líbia دولة-ليبيا ليبيا","subdivisions":{}},
{"country":"MA","names":"kingdom-of-morocco maroc marocco marocko marokko maroko marrocos marruecos morocco royaume-du-maroc المغرب المملكة-المغربية","subdivisions":{}},
{"country":"MC","names":"monaco monako mónaco mônaco","subdivisions":{}},
{"country":"MD","names":"moldavia moldavie moldavien moldavië moldova moldávia mołdawia republica-moldova republik-moldau","subdivisions":{"CA":"cahul","CU":"chișinău"}},
{"country":"ME","names":"crna-gora czarnogóra mal-i-zi mali-i-zi montenegro monténégro црна-гора","subdivisions":{}},
{"country":"MF","names":"saint-martin san-martín st-martin são-martinho","subdivisions":{}},
{"country":"MG","names":"madagascar madagasikara madagaskar repoblikan-i-madagasikara république-de-madagascar","subdivisions":{}},
{"country":"MK","names":"macedonia macedonia-del-nord macedonia-del-norte macedonia-północna macedônia-do-norte macédoine-du-nord noord-macedonië nord-makedonia nordmakedonien nordmazedonien north-macedonia pohjois-makedonia република-македонија северна-македонија","subdivisions":{}},
{"country":"ML","names":"mali republic-of-mali république-du-mali","subdivisions":{}},
{"country":"MQ","names":"martinica martinique martynika","subdivisions":{}},
{"country":"MR","names":"mauretania mauretanien mauritania mauritanie mauritanië mauritânia الجمهورية-الإسلامية-الموريتانية موريتانيا","subdivisions":{}},
{"country":"MS","names":"montserrat","subdivisions":{}},
{"country":"MT","names":"malta malte","subdivisions":{}},
{"country":"MU","names":"maurice mauricio mauritius maurício","subdivisions":{}},
{"country":"MW","names":"malaui malawi","subdivisions":{}},
{"country":"MX","names":"meksiko meksyk messico mexico mexiko mexique méxico","subdivisions":{}},
{"country":"MY","names":"malaisie malasia malaysia maleisië malesia malezja malásia","subdivisions":{"10":"selangor","11":"terengganu","12":"sabah","13":"sarawak","14":"kuala-lumpur","15":"labuan","16":"putrajaya","01":"johor","02":"kedah","03":"kelantan","04":"malacca","05":"negeri-sembilan","06":"pahang","07":"penang","08":"perak","09":"perlis"}},
{"country":"MZ","names":"mosambik mozambico mozambik mozambique moçambique","subdivisions":{}},
{"country":"NA","names":"namibia namibie namibië namíbia","subdivisions":{}},
{"country":"NC","names":"neukaledonien new-caledonia nieuw-caledonië nouvelle-calédonie nova-caledônia nowa-kaledonia nueva-caledonia nuova-caledonia ny-caledonia ny-kaledonien nya-kaledonien uusi-kaledonia","subdivisions":{}},
{"country":"NE","names":"niger níger republic-of-the-niger république-du-niger","subdivisions":{}},
{"country":"NF","names":"ilha-norfolk isla-norfolk isola-norfolk norfolk norfolk-island norfolkinsaari norfolkinsel norfolkön norfolkøya île-norfolk","subdivisions":{}},
{"country":"NG","names":"nigeria nigéria","subdivisions":{}},
{"country":"NI","names":"nicaragua nicarágua nikaragua","subdivisions":{}},
{"country":"NL","names":"alankomaat holandia nederland nederlandene nederländerna netherlands niederlande paesi-bassi pays-bas países-baixos países-bajos","subdivisions":{"GR":"groninga groningen groningue","NH":"holanda-septentrional hollande-septentrionale noord-holland north-holland olanda-settentrionale","ZH":"holanda-meridional hollande-méridionale olanda-meridionale south-holland zuid-holland"}},
{"country":"NO","names":"noorwegen noreg norge norja noruega norvegia norvège norway norwegen norwegia","subdivisions":{}},
{"country":"NZ","names":"aotearoa neuseeland new-zealand nieuw-zeeland nouvelle-zélande nova-zelândia nowa-zelandia nueva-zelanda nuova-zelanda nya-zeeland uusi-seelanti","subdivisions":{"AUK":"auckland-province tāmaki-makau-rau","BOP":"bay-of-plenty te-moana-a-toi","CAN":"canterbury waitaha","CIT":"chatham-islands wharekauri","GIS":"gisborne te-tai-rāwhiti","HKB":"hawke-s-bay te-matau-a-māui","MBH":"marlborough te-tauihu-o-te-waka","MWT":"manawatu-wanganui","NSN":"nelson whakatū","NTL":"northland te-tai-tokerau","OTA":"otago-province ōtākou","STL":"murihiku southland","TAS":"tasman te-tai-o-aorere","TKI":"taranaki","WGN":"te-whanga-nui-a-tara wellington-province","WKO":"waikato","WTC":"te-tai-poutini westland"}},
{"country":"PA","names":"panama panamá","subdivisions":{}},
{"country":"PE","names":"peru perù perú pérou","subdivisions":{"CUS":"cuzco"}},
{"country":"PF","names":"frans-polynesië fransk-polynesia fransk-polynesien franska-polynesien französisch-polynesien french-polynesia polinesia-francesa polinesia-francese polinezja-francuska polinésia-francesa polynésie-française ranskan-polynesia","subdivisions":{}},
{"country":"PH","names":"filipijnen filipinas filipiny filippiinit filippinane filippine filippinene filippinerna filippinerne philippinen philippines pilipinas","subdivisions":{}},
{"country":"PK","names":"pakistan pakistán paquistão پاکستان","subdivisions":{"BA":"balochistan","GB":"gilgit-baltistan","IS":"islamabad","JK":"azad-kashmir","KP":"khyber-pakhtunkhwa","PB":"punjab","SD":"sindh"}},
{"country":"PL","names":"poland polen pologne polonia polska polônia puola","subdivisions":{}},
{"country":"PM","names":"s-t-pierre-och-miquelon saint-pierre-e-miquelon saint-pierre-en-miquelon saint-pierre-et-miquelon saint-pierre-i-miquelon saint-pierre-ja-miquelon saint-pierre-og-miquelon san-pedro-y-miquelón st-pierre-miquelon st-pierre-und-miquelon são-pedro-e-miquelão","subdivisions":{}},
{"country":"PR","names":"porto-rico portorico portoryko puerto-rico","subdivisions":{}},
{"country":"PT","names":"portogallo portugal portugali portugalia","subdivisions":{}},
{"country":"PY","names":"paraguai paraguay paragwaj","subdivisions":{}},
{"country":"RE","names":"la-réunion reunion reunião reunión riunione réunion","subdivisions":{}},
{"country":"RO","names":"roemenië romania românia romênia roumanie rumanía rumunia rumänien rumænien","subdivisions":{}},
{"country":"RS","names":"serbia serbie serbien servië sérvia република-србија србија","subdivisions":{}},
{"country":"RU","names":"rosja rusia rusland russia russie russland ryssland rússia venäjä россия","subdivisions":{"AD":"republic-of-adygea республика-адыгея","AL":"altai-republic республика-алтай","BA":"republic-of-bashkortostan республика-башкортостан","BEL":"belgorod-oblast белгородская-область","BRY":"bryansk-oblast брянская-область","BU":"republic-of-buryatia республика-бурятия","CE":"chechen-republic чеченская-республика","CR":"republic-of-crimea республика-крым","CU":"chuvash-republic чувашская-республика","DA":"republic-of-dagestan республика-дагестан","IN":"republic-of-ingushetia республика-ингушетия","IRK":"irkutsk-oblast иркутская-область","KB":"kabardino-balkar-republic кабардино-балкарская-республика","KC":"karachay-cherkess-republic карачаево-черкесская-республика","KDA":"krasnodar-krai краснодарский-край","KL":"republic-of-kalmykia республика-калмыкия","KO":"republic-of-komi республика-коми","KR":"republic-of-karelia республика-карелия","MR":"republic-of-mordovia республика-мордовия","NO":"republic-of-north-ossetia-alania республика-северная-осетия-алания","OMS":"omsk-oblast омская-область","PNZ":"penza-oblast пензенская-область","SA":"sakha-yakutia-republic республика-саха-якутия","SAR":"saratov-oblast саратовская-область","SEV":"sevastopol город-севастополь","STA":"stavropol-krai ставропольский-край","TA":"republic-of-tatarstan республика-татарстан","TY":"republic-of-tuva республика-тыва","ZAB":"zabaykalsky-krai забайкальский-край"}},
{"country":"RW","names":"repubulika-y-u-rwanda ruanda rwanda république-du-rwanda u-rwanda","subdivisions":{}},
{"country":"SA","names":"arabia-saudita arabia-saudyjska arabia-saudí arabie-saoudite arábia-saudita saoedi-arabië saudi-arabia saudi-arabien saudiarabien المملكة-العربية-السعودية","subdivisions":{}},
{"country":"SC","names":"repiblik-sesel république-des-seychelles seicheles seszele seychellane seychellen seychellene seychellerna seychellerne seychelles seychellit","subdivisions":{}},
{"country":"SD","names":"soedan soudan sudan sudán sudão","subdivisions":{}},
{"country":"SE","names":"ruotsi schweden suecia suède suécia sverige svezia sweden szwecja zweden","subdivisions":{}},
{"country":"SG","names":"singapore singapour singapur singapura","subdivisions":{}},
{"country":"SH","names":"s-t-helena saint-helena sainte-hélène sant-elena santa-elena santa-helena sint-helena st-helena wyspa-świętej-heleny","subdivisions":{"AC":"ascension-island","HL":"saint-helena","TA":"tristan-da-cunha"}},
{"country":"SI","names":"eslovenia eslovênia republika-slovenija slovenia slovenien slovenija slovenië slovénie slowenien słowenia","subdivisions":{}},
{"country":"SJ","names":"huippuvuoret-ja-jan-mayen spitsbergen-en-jan-mayen spitzbergen-und-jan-mayen svalbard-e-jan-mayen svalbard-et-jan-mayen svalbard-i-jan-mayen svalbard-jan-mayen svalbard-och-jan-mayen svalbard-og-jan-mayen svalbard-y-jan-mayen","subdivisions":{}},
{"country":"SK","names":"eslovaquia eslováquia slovacchia slovakia slovakien slovakiet slovaquie slovensko slovenská-republika slowakei slowakije słowacja","subdivisions":{}},
{"country":"SL","names":"serra-leoa sierra-leona sierra-leone","subdivisions":{}},
{"country":"SM","names":"saint-marin san-marino","subdivisions":{}},
{"country":"SN","names":"réewum-senegaal république-du-sénégal senegaal senegal sénégal","subdivisions":{}},
{"country":"SO","names":"jamhuuriyadda-federaalka-soomaaliya somalia somalie somalië somália soomaaliya الصومال جمهورية-الصومال-الفدرالية","subdivisions":{"AW":"awdal","SA":"sanaag","SO":"sool","TO":"togdheer","WO":"woqooyi-galbeed"}},
{"country":"SR","names":"surinam suriname","subdivisions":{}},
{"country":"SS","names":"etelä-sudan soudan-du-sud south-sudan sud-sudan sudan-południowy sudán-del-sur sudão-do-sul sydsudan sør-sudan südsudan zuid-soedan","subdivisions":{}},
{"country":"ST","names":"santo-tomé-y-príncipe sao-tomé-en-principe sao-tomé-et-principe são-tomé-e-príncipe são-tomé-ja-príncipe são-tomé-och-príncipe são-tomé-og-príncipe são-tomé-príncipe são-tomé-und-príncipe wyspy-świętego-tomasza-i-książęca","subdivisions":{}},
{"country":"SV","names":"el-salvador salvador salwador","subdivisions":{"SS":"san-salvador"}},
{"country":"SX","names":"saint-martin-partie-néerlandaise sint-maarten","subdivisions":{}},
{"country":"SZ","names":"essuatíni esuatini eswatini swaziland","subdivisions":{}},
{"country":"TC","names":"ilhas-turcas-e-caicos islas-turcas-y-caicos isole-turks-e-caicos turks-caicos-islands turks-en-caicoseilanden turks-i-caicos turks-ja-caicossaaret turks-och-caicosöarna turks-og-caicosøerne turks-og-caicosøyane turks-og-caicosøyene turks-und-caicosinseln îles-turques-et-caïques","subdivisions":{}},
{"country":"TD","names":"chad chade ciad czad république-du-tchad tchad tschad tsjaad tsjad tšad تشاد جمهورية-تشاد","subdivisions":{}},
{"country":"TG","names":"république-togolaise togo togolese-republic","subdivisions":{}},
{"country":"TH","names":"tailandia tailândia tajlandia thailand thailandia thaimaa thaïlande ไทย","subdivisions":{}},
{"country":"TN","names":"république-tunisienne tunesien tunesië tunezja tunisia tunisie tunisien tunísia túnez الجمهورية-التونسية تونس","subdivisions":{}},
{"country":"TO","names":"puleʻanga-fakatuʻi-ʻo-tonga tonga","subdivisions":{}},
{"country":"TR","names":"turchia turcja turkey turkiet turkije turkki turquia turquie turquía tyrkia tyrkiet türkei türkiye","subdivisions":{}},
{"country":"TT","names":"trinidad-e-tobago trinidad-en-tobago trinidad-ja-tobago trinidad-och-tobago trinidad-og-tobago trinidad-tobago trinidad-und-tobago trinidad-y-tobago trinité-et-tobago trynidad-i-tobago","subdivisions":{}},
{"country":"TW","names":"taiwan taiwán tajwan taïwan 中華民國 台湾","subdivisions":{}},
{"country":"TZ","names":"tansania tanzania tanzanie tanzânia","subdivisions":{}},
{"country":"UA","names":"oekraïne ucraina ucrania ucrânia ukraina ukraine україна","subdivisions":{}},
{"country":"UG","names":"oeganda ouganda uganda","subdivisions":{}},
{"country":"US","names":"estados-unidos stany-zjednoczone stati-uniti united-states united-states-of-america usa vereinigte-staaten verenigde-staten yhdysvallat états-unis","subdivisions":{"AK":"alaska","AL":"alabama","AR":"arkansas","AZ":"arizona","CA":"california","CO":"colorado","CT":"connecticut","DC":"district-of-columbia","DE":"delaware","FL":"florida","GA":"georgia","HI":"hawaii","IA":"iowa","ID":"idaho","IL":"illinois","IN":"indiana","KS":"kansas","KY":"kentucky","LA":"louisiana","MA":"massachusetts","MD":"maryland","ME":"maine","MI":"michigan","MN":"minnesota","MO":"missouri","MS":"mississippi","MT":"montana","NC":"north-carolina","ND":"north-dakota","NE":"nebraska","NH":"new-hampshire","NJ":"new-jersey","NM":"new-mexico","NV":"nevada","NY":"new-york","OH":"ohio","OK":"oklahoma","OR":"oregon","PA":"pennsylvania","RI":"rhode-island","SC":"south-carolina","SD":"south-dakota","TN":"tennessee","TX":"texas","UT":"utah","VA":"virginia","VT":"vermont","WA":"washington","WI":"wisconsin","WV":"west-virginia","WY":"wyoming"}},
{"country":"UY","names":"uruguai uruguay urugwaj","subdivisions":{}},
{"country":"UZ","names":"oezbekistan ouzbékistan oʻzbekiston usbekistan uzbekistan uzbekistán uzbequistão узбекистан","subdivisions":{}},
{"country":"VA","names":"cidade-do-vaticano città-del-vaticano ciudad-del-vaticano stato-della-città-del-vaticano vaticaanstad vatican-city vatikaani vatikanstadt vatikanstaten watykan état-de-la-cité-du-vatican","subdivisions":{}},
{"country":"VC","names":"s-t-vincent-och-grenadinerna saint-vincent-e-grenadine saint-vincent-en-de-grenadines saint-vincent-et-les-grenadines saint-vincent-i-grenadyny saint-vincent-ja-grenadiinit saint-vincent-og-grenadinerne san-vicente-y-las-granadinas st-vincent-grenadines st-vincent-og-grenadinane st-vincent-og-grenadinene st-vincent-und-die-grenadinen são-vicente-e-granadinas","subdivisions":{}},
{"country":"VE","names":"venezuela wenezuela","subdivisions":{"B":"anzoátegui","G":"carabobo","K":"lara","M":"miranda","N":"monagas","S":"táchira","V":"zulia"}},
{"country":"VG","names":"britische-jungferninseln british-virgin-islands britse-maagdeneilanden brittiläiset-neitsytsaaret brittiska-jungfruöarna brytyjskie-wyspy-dziewicze de-britiske-jomfruøer de-britiske-jomfruøyene dei-britiske-jomfruøyane ilhas-virgens-britânicas islas-vírgenes-británicas isole-vergini-britanniche îles-vierges-britanniques","subdivisions":{}},
{"country":"VI","names":"amerikaanse-maagdeneilanden amerikanische-jungferninseln amerikanska-jungfruöarna de-amerikanske-jomfruøer de-amerikanske-jomfruøyene dei-amerikanske-jomfruøyane ilhas-virgens-americanas islas-vírgenes-de-ee-uu isole-vergini-americane u-s-virgin-islands wyspy-dziewicze-stanów-zjednoczonych yhdysvaltain-neitsytsaaret îles-vierges-des-états-unis","subdivisions":{}},
{"country":"VN","names":"cộng-hòa-xã-hội-chủ-nghĩa-việt-nam vietnam vietnã viêt-nam việt-nam wietnam","subdivisions":{}},
{"country":"VU","names":"république-de-vanuatu vanuatu","subdivisions":{}},
{"country":"WF","names":"wallis-and-futuna wallis-e-futuna wallis-en-futuna wallis-et-futuna wallis-futuna wallis-i-futuna wallis-ja-futuna wallis-och-futunaöarna wallis-og-futuna wallis-und-futuna wallis-y-futuna","subdivisions":{}},
{"country":"XK","names":"kosovo kosovë kosowo republika-e-kosovës косово република-косово","subdivisions":{}},
{"country":"YT","names":"majotta mayotte","subdivisions":{}},
{"country":"ZA","names":"afrique-du-sud etelä-afrikka republika-południowej-afryki south-africa sudafrica sudáfrica sydafrika sør-afrika südafrika zuid-afrika áfrica-do-sul","subdivisions":{}},
{"country":"ZM","names":"sambia zambia zambie zâmbia","subdivisions":{}},
{"country":"ZW","names":"simbabwe zimbabue zimbabwe zimbábue","subdivisions":{}}
]$names$::jsonb) as each (country text, names text, subdivisions jsonb)),
subdivisions as (
  select country, lower(country) || '-' || lower(each.key) as calendar_id, lower(each.key) as code, each.value as names
  from data, jsonb_each_text(subdivisions) each)
select country, 'code' as kind, lower(country) as name, lower(country) as calendar_id from data
union all select country, 'name', unnest(string_to_array(names, ' ')), lower(country) from data
union all select country, 'part', code, calendar_id from subdivisions
union all select country, 'part', unnest(string_to_array(names, ' ')), calendar_id from subdivisions
union all select country, 'full', calendar_id, calendar_id from subdivisions;
create index on holiday_places (name);

-- Of the five countries with holidays until now, these have others in the new data.
create temporary table new_versions as
select distinct on (calendar_id) calendar_id, version + 1 as version, country, weekdays, holidays
from (
  select calendar_id, version, country, weekdays, holidays from selling_calendars
  union all select lower(country), 1, country, '{1,2,3,4,5,6}', '{}' from unnest(array['DE', 'NL']) as country) each
order by calendar_id, version desc;
delete from new_versions where country is null or country not in ('DE', 'NL');
insert into selling_calendars (calendar_id, version, country, edition, weekdays, holidays, restates_all)
select calendar_id, version, country, 2, weekdays, holidays, false from new_versions;

-- What counted for each dealer and region, and what counts now. A row without a region stands for all regions that name no place.
create temporary table chosen_calendars as
with held as (
  select d.dealer_id, d.country, coalesce(a.region_calendars, '{}') as region_calendars, coalesce(a.calendar_id, 'default') as old_calendar,
    case when d.calendar_id is null and coalesce(a.calendar_id, 'default') = 'default'
      then coalesce((select p.calendar_id from holiday_places p where p.country = d.country and p.kind = 'code'), 'default')
      else a.calendar_id end as new_calendar
  from dealers d left join lateral (
    select * from dealer_calendars c where c.dealer_id = d.dealer_id order by c.version desc limit 1) a on true),
regions as (
  select dealer_id, region_id from catalog_regions
  union select dealer_id, target_id from catalog_aliases where kind = 'region'
  union select dealer_id, null from dealers),
read as (
  select h.*, r.region_id, h.region_calendars ->> r.region_id as assigned,
    (select min(c.calendar_id) from selling_calendars c where c.calendar_id = r.region_id and c.calendar_id <> 'default'
      and c.calendar_id not in (select v.calendar_id from new_versions v where v.version = 2 and v.calendar_id in ('de', 'nl'))) as published,
    exists (select from holiday_places p where p.calendar_id = r.region_id) or r.region_id = 'none' as built_in,
    case
      when r.region_id ~ '^(no(-\d\d)?|norway|norge|noreg|norwegen)$' then 'no'
      when r.region_id ~ '^(de(-[a-z]{2})?|germany|deutschland|tyskland)$' then 'de'
      when r.region_id ~ '^(at(-\d)?|austria|österreich)$' then 'at'
      when r.region_id ~ '^(fr(-[a-z0-9]{2,3})?|france)$' then 'fr'
      when r.region_id ~ '^(nl(-[a-z]{2})?|netherlands|nederland)$' then 'nl' end as old_place,
    coalesce(
      (select p.calendar_id from holiday_places p where p.name = r.region_id and p.country = h.country
        order by array_position(array['code', 'name', 'part', 'full'], p.kind) limit 1),
      (select p.calendar_id from holiday_places p where p.kind = 'code' and p.country = h.country and r.region_id ~ ('^' || p.name || '-[a-z0-9]{1,3}$')),
      (select p.calendar_id from holiday_places p where p.name = r.region_id and p.kind = 'name' and h.country is not null and r.region_id !~ '^[a-z]{2}$'),
      (select p.calendar_id from holiday_places p where p.name = r.region_id and p.kind in ('code', 'name', 'full') and h.country is null
        order by array_position(array['code', 'name', 'full'], p.kind) limit 1),
      (select p.calendar_id from holiday_places p where p.kind = 'code' and h.country is null and r.region_id ~ ('^' || p.name || '-[a-z0-9]{1,3}$'))) as new_place
  from held h join regions r using (dealer_id))
select dealer_id, country, region_calendars, new_calendar, old_calendar,
  coalesce(assigned, published, old_place, old_calendar) as old_choice,
  coalesce(assigned, case when not built_in then published end, new_place, new_calendar) as new_choice
from read;

insert into restated_dealers (dealer_id, calendar_id, version, published_at)
select d.dealer_id, c.calendar_id, c.version, c.published_at
from dealers d cross join new_versions v join selling_calendars c on c.calendar_id = v.calendar_id and c.version = v.version
where exists (select from chosen_calendars o where o.dealer_id = d.dealer_id and v.calendar_id in (o.new_choice, o.new_calendar))
  or exists (select from chosen_calendars o, jsonb_each_text(o.region_calendars) each where o.dealer_id = d.dealer_id and each.value = v.calendar_id)
  or exists (select from upload_jobs j where j.dealer_id = d.dealer_id and j.finished_at is null);

create temporary table other_choices as
select distinct dealer_id, country, region_calendars, new_calendar from chosen_calendars
where dealer_id in (select dealer_id from chosen_calendars where old_choice <> new_choice or old_calendar <> new_calendar);

-- An assignment that leaves all choices as they were changes in place: no revision, no entity tag.
update dealer_calendars c set edition = 2, country = d.country from dealers d
where d.dealer_id = c.dealer_id and c.dealer_id not in (select dealer_id from other_choices)
  and c.version = (select max(version) from dealer_calendars newest where newest.dealer_id = c.dealer_id);
update dealers set version = version + 1, updated_at = clock_timestamp() where dealer_id in (select dealer_id from other_choices);
insert into dealer_calendars (dealer_id, version, calendar_id, region_calendars, country, edition)
select dealer_id, d.version, o.new_calendar, o.region_calendars, o.country, 2 from other_choices o join dealers d using (dealer_id);
insert into dealer_calendars (dealer_id, version, calendar_id, country, edition)
select dealer_id, version, 'default', country, 2 from dealers d where not exists (select from dealer_calendars c where c.dealer_id = d.dealer_id);

drop table holiday_places, new_versions, chosen_calendars, other_choices;
