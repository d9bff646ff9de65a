// The kinds of bodies of this folder, see body/body_kind.hpp.
#include "body/body_kind.hpp"
#include "joints/attachment_body.hpp"
#include "joints/joint_body.hpp"

namespace sinew::joints {

namespace {

const FrameCarrier* find_carrier(const std::string& name, const std::string& object,
                                 const BodyContext& context) {
    const auto* const carrier = dynamic_cast<const FrameCarrier*>(context.find_body(name));
    if (carrier) return carrier;
    throw Error(Problem{.code = ErrorCode::InvalidArgument,
                        .object = object,
                        .field = "bodies",
                        .value = '"' + name + '"',
                        .remedy = "is not a rigid body of this world; add it first"});
}

std::unique_ptr<Body> make_joint(const BodyDef& def, BodyContext& context) {
    const auto& joint = dynamic_cast<const JointDef&>(def);
    std::array<Holder, SIDES> holders;
    for (std::size_t i = 0; i < joint.bodies.size(); ++i)
        holders[i].carrier = find_carrier(joint.bodies[i], def.name, context);
    if (!joint.mover.empty()) holders[1].mover = &context.mover(joint.mover, def.name);
    return std::make_unique<Joint>(
        joint, dynamic_cast<ImplicitSystem&>(context.system(ImplicitSystem::FAMILY)), holders);
}

const ImplicitBody& find_surface(const std::string& name, const std::string& field,
                                 const std::string& object, const BodyContext& context) {
    const auto* const body = dynamic_cast<const ImplicitBody*>(context.find_body(name));
    if (body) return *body;
    throw Error(
        Problem{.code = ErrorCode::InvalidArgument,
                .object = object,
                .field = field,
                .value = '"' + name + '"',
                .remedy = "is not a solid, shell or rigid body of this world; add it first"});
}

std::unique_ptr<Body> make_attachment(const BodyDef& def, BodyContext& context) {
    const auto& attachment = dynamic_cast<const AttachmentDef&>(def);
    const ImplicitBody& body = find_surface(attachment.body, "body", def.name, context);
    const ImplicitBody* const to =
        attachment.to.empty() ? nullptr : &find_surface(attachment.to, "to", def.name, context);
    const Mover* const mover =
        attachment.mover.empty() ? nullptr : &context.mover(attachment.mover, def.name);
    return std::make_unique<Attachment>(
        attachment, dynamic_cast<ImplicitSystem&>(context.system(ImplicitSystem::FAMILY)), body, to,
        mover);
}

}  // namespace

const BodyKind& attachment_kind() {
    static constexpr BodyKind KIND{
        AttachmentDef::KIND, {}, make_default<AttachmentDef>, make_attachment};
    return KIND;
}

const BodyKind& joint_kind() {
    static constexpr BodyKind KIND{JointDef::KIND, {}, make_default<JointDef>, make_joint};
    return KIND;
}

}  // namespace sinew::joints
